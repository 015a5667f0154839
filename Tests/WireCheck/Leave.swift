import Foundation
import Posthorn
import PosthornCurl
import TestSupport

/// Ends the process while tasks of all kinds are under way.
func leave() async throws -> Never {
    let arrived = Locked(0)
    let peer = try ScriptedPeer { connection in
        _ = try connection.readHead()
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nhello")
        arrived.withLock { $0 += 1 }
        _ = connection.readToEnd()
    }
    let session = try CurlSession()
    let request = TransportRequest(url: peer.url())
    let tasks = [
        session.task(for: request).own, session.task(streaming: request).own,
        session.task(for: request, to: .file(URL(filePath: "/dev/null/never"))).own,
        session.task(
            for: TransportRequest(method: .put, url: peer.url()).with(
                body: HTTPBody(Data(repeating: 0x61, count: 64 << 20)))
        ).own,
    ]
    for task in tasks { task.resume() }
    while arrived.withLock({ $0 }) < 4 { await Task.yield() }
    for _ in 0..<50 {
        Task { try await session.send(TransportRequest(url: peer.url("/more"))) }
    }
    print("leaving")
    exit(0)
}
