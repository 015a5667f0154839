import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport

/// Makes many calls, some of them cancelled midway, and prints after each round what the process
/// holds.
func load(calls: Int) async throws {
    let peer = try ScriptedPeer.responding(
        with:
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
    let stubborn = try ScriptedPeer { connection in
        // Half a response, so that a cancel finds the transfer in its body.
        try connection.readRequest()
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
        _ = connection.readToEnd()
    }
    // What libraries open once and keep is opened by the first session.
    _ = try await CurlSession.withSession { await sequential($0, peer, 1) }
    let descriptors = ProcessState.descriptors
    for round in 1...4 {
        let (failures, cancelled) = try await CurlSession.withSession { session in
            let failures = await sequential(session, peer, calls)
            let (more, cancelled) = await concurrent(session, peer, stubborn, calls)
            return (failures + more, cancelled)
        }
        print(
            "round=\(round) failures=\(failures) cancelled=\(cancelled)",
            "descriptors=\(settled { ProcessState.descriptors - descriptors })",
            "threads=\(settled { ProcessState.threads(named: "posthorn") })",
            "resident=\(ProcessState.residentKiB)")
    }
}

private func sequential(_ session: CurlSession, _ peer: ScriptedPeer, _ calls: Int) async -> Int {
    var failures = 0
    for _ in 0..<calls where await !hasResponse(session, peer.url()) { failures += 1 }
    return failures
}

/// 64 at a time; every third one is cancelled while its response is on the way.
private func concurrent(
    _ session: CurlSession, _ peer: ScriptedPeer, _ stubborn: ScriptedPeer, _ calls: Int
) async -> (failures: Int, cancelled: Int) {
    let work = Work(calls: calls)
    await withTaskGroup { group in
        for _ in 0..<64 {
            group.addTask {
                while let number = work.next() {
                    if number % 3 == 2 {
                        let isCancelled = await cancelMidway(session, stubborn.url())
                        isCancelled ? work.noteCancel() : work.noteFailure()
                    } else if await !hasResponse(session, peer.url()) {
                        work.noteFailure()
                    }
                }
            }
        }
    }
    return work.result
}

/// The calls that the workers share.
private final class Work: Sendable {
    private struct State {
        var left: Range<Int>
        var failures = 0
        var cancelled = 0
    }

    private let state: Locked<State>

    init(calls: Int) { state = Locked(State(left: 0..<calls)) }

    func next() -> Int? { state.withLock { $0.left.popFirst() } }

    func noteFailure() { state.withLock { $0.failures += 1 } }

    func noteCancel() { state.withLock { $0.cancelled += 1 } }

    var result: (failures: Int, cancelled: Int) { state.withLock { ($0.failures, $0.cancelled) } }
}

private func hasResponse(_ session: CurlSession, _ url: String) async -> Bool {
    let response = try? await session.send(TransportRequest(url: url))
    return response?.body == Data("hello".utf8)
}

private func cancelMidway(_ session: CurlSession, _ url: String) async -> Bool {
    let call = Task { try await session.send(TransportRequest(url: url)) }
    for _ in 0..<20 { await Task.yield() }
    call.cancel()
    guard case .failure(let error as TransportError) = await call.result else { return false }
    return error.code == .cancelled
}

/// A count after the peers' threads have closed their sockets too: looked at until it is 0, at most
/// 5 seconds.
private func settled(_ count: () -> Int) -> Int {
    let deadline = ContinuousClock.now + .seconds(5)
    while count() > 0, ContinuousClock.now < deadline {}
    return count()
}
