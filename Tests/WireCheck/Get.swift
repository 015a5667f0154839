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

/// Prints the proxies of the environment, and makes one call without them and one through them.
func environment(_ url: String) async throws {
    let rules = try ProxyRules.environment()
    if rules == .none {
        print("none")
    } else {
        print("http:", rules.http?.description ?? "none")
        print("https:", rules.https?.description ?? "none")
        print("exceptions:", rules.exceptions.joined(separator: ", "))
    }
    for rules in [ProxyRules.none, rules] {
        var configuration = SessionConfiguration()
        configuration.connection.proxies = rules
        try await CurlSession.withSession(configuration) { session in
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
