internal import Crypto
public import FoundationEssentials
public import PosthornCore
public import PosthornKeys

/// What a token has to be bound to, for servers that check the token of a request (RFC 7800).
///
/// ```swift
/// let state = try await client.introspect(token, boundTo: .certificate(der: received))
/// ```
public struct TokenConfirmation: Sendable, Hashable {
    /// The member of `cnf`, such as `x5t#S256`.
    let member: String
    let thumbprint: String

    /// The certificate that the client has shown (RFC 8705, section 3.1).
    ///
    /// - Parameter der: The certificate in DER.
    public static func certificate(der: Data) -> TokenConfirmation {
        TokenConfirmation(
            member: "x5t#S256", thumbprint: Base64URL.encode(Data(SHA256.hash(data: der))))
    }

    /// The key of the client's proof (RFC 9449, section 6).
    public static func key(_ key: PublicKey) -> TokenConfirmation {
        TokenConfirmation(member: "jkt", thumbprint: key.thumbprint)
    }

    /// Checks the claims of a token, or what the server says about it.
    ///
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/unboundToken`` if the token is bound to nothing or to
    ///   something else.
    public func check(_ claims: JSONValue) throws(OAuthError) {
        guard let found = claims["cnf"]?[member]?.string else {
            throw OAuthError(
                .unboundToken, "the token is not bound: it has no \(member) in its cnf",
                advice: "refuse the request, or let the authorization server bind the tokens")
        }
        guard found == thumbprint else {
            throw OAuthError(
                .unboundToken, "the token is bound to something else than the request shows",
                advice: "refuse the request: the token may be stolen")
        }
    }
}
