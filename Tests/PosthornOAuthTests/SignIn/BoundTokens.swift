import Posthorn
import PosthornOAuth

/// An app whose tokens are bound to a new key for each sign-in.
func appWithProofs(of server: OAuthServer, session: CurlSession) -> OAuthClient {
    OAuthClient("app", of: server, binding: .dpop, transport: session)
}

/// A program with a certificate, which its session shows to the authorization server and to the API.
func programWithCertificate(
    _ id: String, of server: OAuthServer, session: CurlSession
) -> Credential {
    let client = OAuthClient(
        id, of: server, authentication: .certificate, binding: .certificate, transport: session)
    return client.credential(.clientCredentials(scopes: ["profile"]))
}
