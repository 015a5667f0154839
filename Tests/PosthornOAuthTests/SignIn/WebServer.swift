import Foundation
import PosthornOAuth

/// The two requests of a browser that signs a user in, whose session keeps `pending` between them.
struct WebSignIn {
    let client: OAuthClient

    /// Returns where to redirect the browser, and what its session keeps.
    func begin() throws -> (url: String, pending: Data) {
        let request = try client.authorization(
            redirect: "https://shop.example/done", scopes: ["openid", "offline_access"])
        return (request.url, try JSONEncoder().encode(request))
    }

    /// Returns the tokens, after the session has removed `pending`.
    func end(_ pending: Data, at url: String) async throws -> OAuthTokens {
        let request = try JSONDecoder().decode(AuthorizationRequest.self, from: pending)
        return try await client.tokens(of: request, redirectedTo: url)
    }
}
