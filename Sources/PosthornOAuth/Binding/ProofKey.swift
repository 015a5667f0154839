internal import Crypto
internal import FoundationEssentials
internal import PosthornCore
internal import PosthornKeys

/// A key that signs proofs (RFC 9449, section 4.2).
struct ProofKey: Sendable {
    /// The thumbprint of the public key (RFC 7638).
    let thumbprint: String
    /// The secret key as a JWK, if the tokens keep it.
    let text: String?
    private let key: SigningKey
    /// The header of all proofs, in base64url.
    private let head: String

    init(
        _ pair: PrivateKey, _ algorithm: SignatureAlgorithm?, isInTokens: Bool
    ) throws(OAuthError) {
        do {
            // Few servers accept PS512.
            let usual: SignatureAlgorithm? = pair.kind == .rsa ? .rsaPSSSHA256 : nil
            key = try SigningKey(pair, algorithm: algorithm ?? usual)
            let head = JSONValue.object([
                "typ": "dpop+jwt", "alg": .string(key.algorithm.joseName),
                "jwk": .object(JWK.members(of: pair.publicKey.material)),
            ])
            self.head = Base64URL.encode(try head.jsonData())
        } catch {
            throw OAuthError(
                .invalidConfiguration, "the key of the tokens cannot sign proofs",
                advice: "use a key of Ed25519, P-256, P-384, P-521 or RSA", underlying: error)
        }
        thumbprint = pair.publicKey.thumbprint
        text = isInTokens ? String(decoding: pair.secretJWK, as: UTF8.self) : nil
    }

    static func random() throws(OAuthError) -> ProofKey {
        do {
            return try ProofKey(.random(.p256), nil, isInTokens: true)
        } catch {
            throw .unusableKey(error)
        }
    }

    /// Reads the key of stored tokens.
    init(stored text: String) throws(OAuthError) {
        let pair: PrivateKey
        do {
            pair = try PrivateKey(jwk: Data(text.utf8))
        } catch {
            throw .unusableKey(error)
        }
        try self.init(pair, nil, isInTokens: true)
    }

    /// Returns a proof for one request.
    ///
    /// - Parameters:
    ///   - url: The URL of the request without its query and fragment.
    ///   - token: The access token of the request; `nil` for a token request.
    ///   - nonce: The server's nonce; `nil` if it has sent none.
    func proof(
        _ method: String, _ url: String, at date: Date, token: String?, nonce: String?
    ) throws -> String {
        var claims: [String: JSONValue] = [
            "htm": .string(method), "htu": .string(url),
            "iat": .number(.init(Int(date.timeIntervalSince1970))),
            "jti": .string(Base64URL.encode(randomBytes(16))),
        ]
        claims["ath"] = token.map { .string(Self.hash(of: $0)) }
        claims["nonce"] = nonce.map { .string($0) }
        let input = "\(head).\(Base64URL.encode(try JSONValue.object(claims).jsonData()))"
        return "\(input).\(Base64URL.encode(try key.sign(Data(input.utf8))))"
    }

    /// Returns the `ath` of a token.
    static func hash(of token: String) -> String {
        Base64URL.encode(Data(SHA256.hash(data: Data(token.utf8))))
    }
}

extension OAuthError {
    fileprivate static func unusableKey(_ error: any Error) -> OAuthError {
        OAuthError(
            .store, "the key of the stored tokens is not usable",
            advice: "let the user sign in again", underlying: error)
    }
}
