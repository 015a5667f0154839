import Foundation
import Posthorn
import PosthornCurl

/// Makes two calls through a proxy, by one connection to it.
func get(_ urls: [String], proxy port: Int) async throws {
    var configuration = SessionConfiguration()
    configuration.connection.proxies = ProxyRules(ProxyRules.Server(host: "127.0.0.1", port: port))
    try await CurlSession.withSession(configuration) { session in
        for url in urls {
            print(try await session.send(TransportRequest(url: url)).status.code)
        }
    }
}

/// Makes one call and prints what came.
func get(_ url: String, authority: String) async throws {
    var configuration = SessionConfiguration()
    configuration.trust.authorities = .file(URL(filePath: authority))
    try await CurlSession.withSession(configuration) { session in
        let response = try await session.send(TransportRequest(url: url))
        print(response.status.code, String(decoding: response.body, as: UTF8.self))
    }
}
