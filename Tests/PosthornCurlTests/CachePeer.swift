import Foundation
import Posthorn
import PosthornCache
import PosthornCurl
import TestSupport

/// A server whose responses contain the number of requests so far, a cache, and a test clock.
struct CachePeer: Sendable {
    let peer: ScriptedPeer
    let clock = TestClock()

    /// - Parameter fields: The fields of a response, given the request and its number.
    init(
        _ status: String = "200 OK", _ fields: @escaping @Sendable (String, Int) -> [String]
    ) throws {
        let count = Locked(0)
        peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                let lines = fields(request, number)
                let own = lines.first.flatMap { $0.hasPrefix("HTTP/") ? $0 : nil }
                let body = own?.contains("304") == true ? "" : "response \(number)"
                try connection.write(
                    (own ?? "HTTP/1.1 \(status)") + "\r\n"
                        + lines.dropFirst(own == nil ? 0 : 1).map { $0 + "\r\n" }.joined()
                        + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
            }
        }
    }

    init(_ fields: String...) throws { try self.init { _, _ in fields } }

    /// The number of requests.
    var calls: Int { peer.requests.count }

    func cache(willStore: HTTPCache.WillStore? = nil) -> HTTPCache {
        HTTPCache(clock: { [clock] in clock.now }, willStore: willStore)
    }

    func request(
        _ path: String = "/", _ method: HTTPRequest.Method = .get,
        _ fields: [HTTPField.Name: String] = [:], body: String? = nil
    ) -> TransportRequest {
        var request = TransportRequest(method: method, url: peer.url(path))
        for (name, value) in fields { request.headers[name] = value }
        request.body = body.map { HTTPBody(Data($0.utf8)) }
        return request
    }
}

extension Transport {
    /// The body of a response, as text.
    func text(_ request: TransportRequest) async throws -> String {
        String(decoding: try await send(request).body, as: UTF8.self)
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    static let apiKey = HTTPField.Name("X-API-Key")!
    // swift-format-ignore: NeverForceUnwrap
    static let cacheStatus = HTTPField.Name("Cache-Status")!
    // swift-format-ignore: NeverForceUnwrap
    static let requestNumber = HTTPField.Name("Req-Num")!
}

/// Runs something with a session behind a cache.
func with(
    _ cache: HTTPCache, over configuration: SessionConfiguration = .plain, identity: String? = nil,
    _ body: (CachingTransport) async throws -> Void
) async throws {
    try await CurlSession.withSession(configuration) { session in
        try await body(CachingTransport(session, cache: cache, identity: identity))
    }
}
