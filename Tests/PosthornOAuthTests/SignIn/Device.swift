import Posthorn
import PosthornOAuth

/// Signs a user in on another device, and returns the tokens.
func signIn(
    _ client: OAuthClient, show: (_ url: String, _ code: String) async throws -> Void
) async throws -> OAuthTokens {
    let device = try await client.deviceAuthorization(scopes: ["profile"])
    try await show(device.verificationURL, device.userCode)
    return try await device.tokens()
}
