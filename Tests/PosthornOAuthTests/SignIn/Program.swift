import Posthorn
import PosthornOAuth

/// The credential of a program, which acts for itself.
func programCredential(
    issuer: String, id: String, secret: String, session: CurlSession
) async throws -> Credential {
    let server = try await OAuthServer.discover(issuer, on: session)
    let client = OAuthClient(
        id, of: server, authentication: .secret(secret), transport: session)
    return client.credential(.clientCredentials(scopes: ["profile"]))
}
