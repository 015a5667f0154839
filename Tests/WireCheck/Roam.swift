import CSlowResolver
import Foundation
import Posthorn
import PosthornCurl
import PosthornPathMonitor
import TestSupport

/// Moves this process, which has a network of its own (`unshare --net`), from one network to another during calls.
func roam() async throws {
    alarm(50)
    try ip("link set lo up")
    try ip("link add v0 type veth peer name v1")
    try ip("link set v1 up")
    try ip("link set v0 up")
    try ip("address add 10.9.0.1/24 dev v0")
    let servers = try Servers()
    slow_resolver_move("10.9.0.1")
    let monitor = PathMonitor()
    try monitor.start()
    var seen = monitor.changes.makeAsyncIterator()
    try await CurlSession.withSession { session in
        session.follow(monitor.changes)
        let url = "http://shop.roaming.test:\(servers.port)"
        let first = try await session.send(TransportRequest(url: url + "/first"))
        print("idle connection to \(first.metrics.connection?.remoteAddress ?? "none")")
        // The connection is idle while these two use their own.
        let get = Task { try await session.send(TransportRequest(url: url + "/silent")) }
        let post = Task {
            try await session.send(TransportRequest(method: .post, url: url + "/silent"))
        }
        let third = Task { try await session.send(TransportRequest(url: url + "/idle")) }
        _ = try await third.value
        try await until { servers.silent.withLock { $0 } == 2 }
        // There is no network until the GET has failed to find one.
        slow_resolver_move("10.8.0.1")
        try ip("address delete 10.9.0.1/24 dev v0")
        while let change = try await seen.next() {
            guard !change.lostAddresses.isEmpty else { continue }
            print("lost \(change.lostAddresses.sorted().joined(separator: ", "))")
            break
        }
        do {
            _ = try await post.value
            print("POST: no error")
        } catch {
            print("POST: \((error as? TransportError)?.code.rawValue ?? "\(error)")")
        }
        try ip("address add 10.8.0.1/24 dev v0")
        let response = try await get.value
        let place = response.metrics.connection?.remoteAddress ?? "none"
        print("GET: \(response.status.code) from \(place)")
        // The idle connection, to the same host, would never respond.
        let next = try await session.send(TransportRequest(url: url + "/next"))
        print("next call to \(next.metrics.connection?.remoteAddress ?? "none")")
    }
    let counts = servers.requests
    print("requests at the servers: \(counts.get) GET, \(counts.post) POST")
}

/// A server at all addresses of the machine that does not respond to what comes to 10.9.0.1 as `/silent`.
private final class Servers: Sendable {
    let silent = Locked(0)
    private let peer: ScriptedServer

    var port: UInt16 { peer.port }

    /// The requests for `/silent`, by method.
    var requests: (get: Int, post: Int) {
        (
            peer.requests.count { $0.hasPrefix("GET /silent") },
            peer.requests.count { $0.hasPrefix("POST /silent") }
        )
    }

    init() throws {
        peer = try ScriptedServer(at: "0.0.0.0") { [silent] connection in
            while let request = try connection.readRequest() {
                let isNew = silent.withLock { $0 } >= 2
                guard request.contains(" /silent "), !isNew else {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    continue
                }
                silent.withLock { $0 += 1 }
            }
        }
    }
}
