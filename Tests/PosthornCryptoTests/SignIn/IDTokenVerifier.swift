import Foundation
import Posthorn
import PosthornCrypto

/// Verifies the ID tokens of one issuer (OpenID Connect Core, section 3.1.3.7).
struct IDTokenVerifier {
    struct Invalid: Error {}

    private let issuer: String
    private let clientID: String
    private let signatures: JWSVerifier

    /// - Parameter keySet: Loads the document at the issuer's `jwks_uri`.
    init(
        issuer: String, clientID: String, keySet: @escaping @Sendable () async throws -> JSONValue
    ) {
        (self.issuer, self.clientID) = (issuer, clientID)
        signatures = JWSVerifier(key: RefreshingKeys { try Self.ring(await keySet()) })
    }

    /// Returns the claims of a token that is meant for this client and this sign-in.
    func claims(of token: String, nonce: String) async throws -> JSONValue {
        let claims = try JSONValue(jsonData: await signatures.payload(of: token))
        let audience = claims["aud"]?.array ?? [claims["aud"] ?? .null]
        let expiry = try claims.decode(Double.self, at: ["exp"])
        guard claims["iss"]?.string == issuer, audience.contains(.string(clientID)),
            audience.count == 1 || claims["azp"]?.string == clientID,
            claims["nonce"]?.string == nonce, Date.now.timeIntervalSince1970 < expiry
        else { throw Invalid() }
        return claims
    }

    private static func ring(_ set: JSONValue) throws -> KeyRing<VerifyingKey> {
        // A set may hold keys for encryption and of kinds that come later; they verify nothing.
        let keys = (set["keys"]?.array ?? []).compactMap { jwk in
            let named = jwk["alg"]?.string.flatMap { SignatureAlgorithm(joseName: $0) }
            let usual: SignatureAlgorithm? = jwk["kty"] == "RSA" ? .rsaPKCS1SHA256 : nil
            return try? VerifyingKey(PublicKey(jwk: jwk.jsonData()), algorithm: named ?? usual)
        }
        guard let first = keys.first else { throw Invalid() }
        return try KeyRing(first, previous: Array(keys.dropFirst()))
    }
}
