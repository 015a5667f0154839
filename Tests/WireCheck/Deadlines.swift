import Foundation
import Posthorn
import PosthornCurl
import TestSupport

/// Calls that run into their total limit in every state, 16 at a time: how much later than it their
/// callers had their error.
func deadlines(_ count: Int) async throws {
    let limit = Duration.milliseconds(200)
    let peer = try ScriptedPeer(recording: false) { connection in
        let head = try connection.readHead()
        if head.contains(" /head ") {
            _ = connection.readToEnd()
        } else if head.contains(" /body ") {
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            _ = connection.readToEnd()
        } else if head.contains(" /upload ") {
            Gate().wait(seconds: 2)
        } else {
            try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let piece = "4000\r\n" + String(repeating: "a", count: 16 << 10) + "\r\n"
            while true { try connection.write(piece) }
        }
    }
    let silent = try ScriptedPeer(recording: false) { connection in _ = connection.readToEnd() }
    let full = try DeafPort()
    let session = try CurlSession()
    let large = Data(repeating: 0x61, count: 16 << 20)
    let states: [(String, String, Data?)] = [
        ("looking up the name", "http://a.stalled.test/", nil),
        ("connecting", "http://127.0.0.1:\(full.port)/", nil),
        ("TLS handshake", "https://127.0.0.1:\(silent.port)/", nil),
        ("waiting for the head", peer.url("/head"), nil),
        ("inside the body", peer.url("/body"), nil),
        ("inside an upload", peer.url("/upload"), large),
        ("an endless body", peer.url("/endless"), nil),
    ]
    for (name, url, body) in states {
        let request = TransportRequest(
            method: body == nil ? .get : .put, url: url, body: body,
            timeouts: Timeouts(total: limit))
        let times = Locked<[Duration]>([])
        let failures = Locked<[String: Int]>([:])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<max(1, count / 16) {
                        let start = ContinuousClock.now
                        var code = "success"
                        do throws(TransportError) {
                            let stream = try await session.stream(request)
                            for try await _ in stream.body {}
                        } catch {
                            code = error.code.rawValue
                        }
                        let late = ContinuousClock.now - start - limit
                        times.withLock { $0.append(late) }
                        failures.withLock { [code] in $0[code, default: 0] += 1 }
                    }
                }
            }
        }
        let sorted = times.withLock { $0.sorted() }
        print(
            "\(name): calls=\(sorted.count) \(failures.withLock { $0 })",
            "late: p50=\(milliseconds(sorted[sorted.count / 2]))",
            "p99=\(milliseconds(sorted[sorted.count * 99 / 100]))",
            "most=\(milliseconds(sorted[sorted.count - 1])) ms")
    }
    await session.shutdown(.cancel)
}

func milliseconds(_ time: Duration) -> String { String(format: "%.2f", time / .milliseconds(1)) }
