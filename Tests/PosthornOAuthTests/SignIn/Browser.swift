import Posthorn
import PosthornOAuth

/// Signs a user in, and returns the tokens.
///
/// - Parameter open: Shows a URL in a browser, and returns the URL of the redirect.
func signIn(
    _ client: OAuthClient, open: (_ url: String) async throws -> String
) async throws -> OAuthTokens {
    let request = try client.authorization(
        redirect: "com.example.shop:/done", scopes: ["openid", "profile"])
    return try await client.tokens(of: request, redirectedTo: open(request.url))
}
