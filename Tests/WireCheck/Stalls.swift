import Foundation
import Posthorn
import PosthornCurl
import TestSupport

/// How long a session's loop keeps a small call waiting while other calls of it are large, hostile,
/// cancelled, or a hundred of them stuck; beside it the same call in a session that does nothing else, for what the machine does.
func stalls(seconds: Int) async throws {
    let peer = try ChildPeer("soak-peer")
    let bombs = try ChildPeer("bomb-peer")
    let base = "http://127.0.0.1:\(peer.ports[0])"
    var configuration = SessionConfiguration()
    configuration.maximumBodyBytes = 4 << 20
    let (busy, idle) = (try CurlSession(configuration), try CurlSession(configuration))
    let end = ContinuousClock.now + .seconds(seconds)
    let endless = Bomb.allCases.firstIndex(of: .endlessBody).map { bombs.ports[$0] } ?? 0
    let hostile = Bomb.allCases.enumerated().filter { !$1.isHTTP2 && $1 != .slowTrailers }
        .map { "http://127.0.0.1:\(bombs.ports[$0.offset])/" }
    let calls = Locked(0)
    async let busyTimes = probe(busy, base + "/small", until: end)
    async let idleTimes = probe(idle, base + "/small", until: end)
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 {
            group.addTask {
                let left = end - ContinuousClock.now
                _ = try? await busy.send(
                    TransportRequest(url: base + "/stuck", timeouts: Timeouts(total: left)))
            }
        }
        for worker in 0..<4 {
            group.addTask {
                var round = worker
                while ContinuousClock.now < end {
                    round += 1
                    switch worker {
                    case 0: _ = try? await busy.send(TransportRequest(url: base + "/large"))
                    case 1:
                        _ = try? await busy.send(
                            TransportRequest(url: hostile[round % hostile.count]))
                    case 2:
                        let url = "http://127.0.0.1:\(endless)/"
                        let call = Task {
                            let stream = try await busy.stream(TransportRequest(url: url))
                            for try await _ in stream.body {}
                        }
                        try? await Task.sleep(for: .milliseconds(20))
                        call.cancel()
                        _ = await call.result
                    default:
                        _ = try? await busy.send(
                            TransportRequest(
                                method: .put, url: base + "/echo",
                                body: Data(repeating: 0x61, count: 1 << 20)))
                    }
                    calls.withLock { $0 += 1 }
                }
            }
        }
    }
    for (name, times) in await [("beside others", busyTimes), ("alone", idleTimes)] {
        let sorted = times.sorted()
        guard let last = sorted.last else { continue }
        print(
            "\(name): probes=\(sorted.count) p50=\(milliseconds(sorted[sorted.count / 2]))",
            "p99=\(milliseconds(sorted[sorted.count * 99 / 100])) most=\(milliseconds(last)) ms")
    }
    print("other calls=\(calls.withLock { $0 })")
    await busy.shutdown(.cancel)
    await idle.shutdown(.cancel)
}

/// How long small calls took, one after the other.
private func probe(
    _ session: CurlSession, _ url: String, until end: ContinuousClock.Instant
) async -> [Duration] {
    var times: [Duration] = []
    while ContinuousClock.now < end {
        let start = ContinuousClock.now
        _ = try? await session.send(TransportRequest(url: url))
        times.append(.now - start)
    }
    return times
}
