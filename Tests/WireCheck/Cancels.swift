import Foundation
import Posthorn
import PosthornCurl
import TestSupport

/// Cancels calls in the states in which they can be, and prints how long it took until the caller had
/// its error, and what is left behind.
func cancels(_ count: Int) async throws {
    let peer = try ScriptedPeer(recording: false) { connection in
        let head = try connection.readHead()
        if head.contains(" /head ") {
            _ = connection.readToEnd()
        } else if head.contains(" /body ") {
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            _ = connection.readToEnd()
        } else if head.contains(" /upload ") {
            // Takes nothing more; the client finds the window closed.
            Gate().wait(seconds: 5)
        } else {
            try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let piece = "4000\r\n" + String(repeating: "a", count: 16 << 10) + "\r\n"
            while true { try connection.write(piece) }
        }
    }
    let silent = try ScriptedPeer(recording: false) { connection in _ = connection.readToEnd() }
    let full = try DeafPort()
    var limited = SessionConfiguration()
    limited.limits.total = 1
    let session = try CurlSession()
    let narrow = try CurlSession(limited)
    let holding = Task { try await narrow.send(TransportRequest(url: peer.url("/head"))) }
    let upload = TransportRequest(
        method: .put, url: peer.url("/upload"), body: Data(repeating: 0x61, count: 16 << 20))
    let states: [(String, @Sendable () async throws -> Void)] = [
        ("not yet begun", { _ = try await session.send(TransportRequest(url: peer.url("/head"))) }),
        (
            "connecting",
            { _ = try await session.send(TransportRequest(url: "http://127.0.0.1:\(full.port)/")) }
        ),
        (
            "TLS handshake",
            {
                _ = try await session.send(
                    TransportRequest(url: "https://127.0.0.1:\(silent.port)/"))
            }
        ),
        (
            "waiting for its turn",
            {
                _ = try await narrow.send(TransportRequest(url: peer.url("/head")))
            }
        ),
        (
            "waiting for the head",
            {
                _ = try await session.send(TransportRequest(url: peer.url("/head")))
            }
        ),
        (
            "inside the body",
            {
                _ = try await session.send(TransportRequest(url: peer.url("/body")))
            }
        ),
        ("inside an upload", { _ = try await session.send(upload) }),
        (
            "reading a stream",
            {
                let stream = try await session.stream(TransportRequest(url: peer.url("/endless")))
                for try await _ in stream.body {}
            }
        ),
        (
            "a stream that nobody reads",
            {
                let stream = try await session.stream(TransportRequest(url: peer.url("/endless")))
                try await Task.sleep(for: .seconds(60))
                _ = stream
            }
        ),
    ]
    var wrong = 0
    for (number, (name, body)) in states.enumerated() {
        var times: [Duration] = []
        var finished = 0
        var others = 0
        for round in 0..<(count / states.count) {
            let call = Task(operation: body)
            // Long enough for most to be in the state that is meant; the others are cancelled on the way.
            if number > 0 { try await Task.sleep(for: .microseconds(500 + round % 7 * 300)) }
            let start = ContinuousClock.now
            call.cancel()
            switch await call.result {
            case .success: finished += 1
            case .failure(let error):
                // `Task.sleep` has an error of its own.
                let isCancelled = (error as? TransportError)?.code == .cancelled
                if !isCancelled, !(error is CancellationError) { others += 1 }
            }
            times.append(.now - start)
        }
        wrong += others
        times.sort()
        print(
            "\(name): cancelled=\(times.count - finished - others) finished=\(finished)",
            "others=\(others)",
            "p50=\(milliseconds(times[times.count / 2]))",
            "p99=\(milliseconds(times[times.count * 99 / 100]))",
            "most=\(milliseconds(times[times.count - 1])) ms")
    }
    holding.cancel()
    _ = await holding.result
    await session.shutdown(.drain)
    await narrow.shutdown(.drain)
    print("threads=\(ProcessState.threads(named: "posthorn")) resident=\(ProcessState.residentKiB)")
    guard wrong == 0 else { throw PeerError("\(wrong) calls ended in another way") }
}
