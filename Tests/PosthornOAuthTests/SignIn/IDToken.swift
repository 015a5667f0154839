import Posthorn
import PosthornOAuth

/// Returns the name of a user who has signed in, by a verifier from `client.idTokenVerifier()`.
///
/// The token is the `idToken` of the tokens, which the scope `openid` asks for.
func subject(
    of token: String, in request: AuthorizationRequest, _ verifier: IDTokenVerifier
) async throws -> String {
    try await verifier.verify(token, nonce: request.nonce).subject
}
