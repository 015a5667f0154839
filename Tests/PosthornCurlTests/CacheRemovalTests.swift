import Foundation
import Posthorn
@testable import PosthornCache
import PosthornCurl
import TestSupport
import Testing

/// Removal while a response is in flight.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CacheRemovalTests {
    enum Removal: String, CaseIterable {
        case all, url, put, otherURL
    }

    @Test(arguments: Removal.allCases, [false, true])
    func responseRequestedBeforeRemovalIsNotStored(removal: Removal, isOnDisk: Bool) async throws {
        let (asked, gate, count) = (Gate(), Gate(), Locked(0))
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                var body = "changed"
                if request.hasPrefix("GET") {
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    body = "response \(number)"
                    if number == 1 {
                        asked.open()
                        gate.wait()
                    }
                }
                try connection.write(
                    "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
            }
        }
        let folder = try TemporaryFolder(for: "cache")
        let cache =
            try isOnDisk ? HTTPCache(directory: URL(filePath: folder.path), memory: 0) : HTTPCache()
        try await CurlSession.withSession(.plain) { session in
            let transport = CachingTransport(session, cache: cache)
            let request = TransportRequest(url: peer.url("/me"))
            async let first = transport.text(request)
            await asked.opened()
            switch removal {
            case .all: await cache.removeAll()
            case .url: await cache.remove(peer.url("/me"))
            case .put:
                _ = try await transport.send(TransportRequest(method: .put, url: peer.url("/me")))
            case .otherURL: await cache.remove(unrelated(to: peer))
            }
            gate.open()
            #expect(try await first == "response 1")
            let isKept = removal == .otherURL
            #expect(try await transport.text(request) == (isKept ? "response 1" : "response 2"))
        }
    }

    /// A URL in another slot of the removal counters than `/me`, which one in 256 shares.
    private func unrelated(to peer: ScriptedPeer) -> String {
        let slot = CacheGenerations.slot(of: peer.url("/me"))
        var number = 0
        while CacheGenerations.slot(of: peer.url("/other/\(number)")) == slot { number += 1 }
        return peer.url("/other/\(number)")
    }
}
