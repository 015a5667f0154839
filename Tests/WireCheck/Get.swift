import Posthorn
import PosthornCurl

/// Makes one call and prints what came.
func get(_ url: String, authority: String) async throws {
    var configuration = SessionConfiguration()
    configuration.authorities = .file(authority)
    try await CurlSession.withSession(configuration) { session in
        let response = try await session.send(TransportRequest(url: url))
        print(response.status.code, String(decoding: response.body, as: UTF8.self))
    }
}
