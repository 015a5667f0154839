import Posthorn
import PosthornOAuth

/// The credential of a service account, whose key signs an assertion for each token.
func serviceAccount(
    _ name: String, pem: String, keyID: String, tokenURL: String, session: CurlSession
) throws -> Credential {
    let key = try SigningKey(PrivateKey(pem: pem, id: keyID))
    let client = OAuthClient("", of: OAuthServer(tokenURL: tokenURL), transport: session)
    return client.credential(.jwtBearer(key, issuer: name, scopes: ["profile"]))
}

/// The credential of a service that calls another one for the user whose token it has received.
func onBehalf(of token: String, _ client: OAuthClient) -> Credential {
    client.credential(.tokenExchange(token, audience: "orders", scopes: ["profile"]))
}
