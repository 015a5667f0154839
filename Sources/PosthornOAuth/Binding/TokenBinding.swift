public import PosthornKeys

/// What the tokens of a client are bound to, so that a stolen token is of no use.
///
/// Its description shows no key.
public struct TokenBinding: Sendable {
    enum Content: Sendable {
        case key(ProofKey)
        case keyInTokens
        case certificate
    }

    let content: Content

    /// A key that the program keeps, for all tokens of the client (DPoP; RFC 9449).
    ///
    /// Each token request and each call has a proof, which the key signs. The times in the proofs follow the server's
    /// `Date` as `SigningClock` describes, with a tolerance of a minute.
    ///
    /// - Parameters:
    ///   - key: The key pair. Its public half is in each proof.
    ///   - algorithm: As in `SigningKey`; `nil`, the default, means ES256 for P-256, and PS256 for RSA.
    /// - Throws: An ``OAuthError`` with ``OAuthError/Reason/invalidConfiguration`` if the key does not sign.
    public static func dpop(
        _ key: PrivateKey, algorithm: SignatureAlgorithm? = nil
    ) throws(OAuthError) -> TokenBinding {
        TokenBinding(content: .key(try ProofKey(key, algorithm, isInTokens: false)))
    }

    /// A new key on P-256 for each sign-in, which is kept in ``OAuthTokens/proofKey`` (DPoP; RFC 9449).
    ///
    /// It works like ``dpop(_:algorithm:)``. A ``TokenStore`` then keeps the secret key beside the tokens: a
    /// program that can read the store can use them.
    public static let dpop = TokenBinding(content: .keyInTokens)

    /// The certificate that the session shows to the hosts (mutual TLS; RFC 8705, section 3).
    ///
    /// Put it into `ConnectionOptions.identities` for the hosts of the authorization server and of the API. A call
    /// without it fails before it is sent. The client uses ``OAuthServer/certificateEndpoints``.
    public static let certificate = TokenBinding(content: .certificate)

    var isCertificate: Bool { if case .certificate = content { true } else { false } }

    /// Returns the key of a token request; `nil` if none is needed.
    ///
    /// - Parameter text: The key in the tokens that the new ones replace; `nil` if there are none.
    func key(in text: String?) throws(OAuthError) -> ProofKey? {
        switch content {
        case .certificate: return nil
        case .key(let key): return key
        case .keyInTokens:
            guard let text else { return try ProofKey.random() }
            return try ProofKey(stored: text)
        }
    }

    /// Whether tokens of a store are bound as those of the client are.
    func binds(_ tokens: OAuthTokens) -> Bool {
        let isDPoP = tokens.tokenType.lowercased() == "dpop"
        return switch content {
        case .certificate: !isDPoP
        case .key: isDPoP && tokens.proofKey == nil
        case .keyInTokens: isDPoP && tokens.proofKey != nil
        }
    }
}

extension TokenBinding: RedactedStringConvertible {}
