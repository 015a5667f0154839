/// The key management algorithm of a JWE, its `alg` member (RFC 7518, section 4).
///
/// It determines how the content key reaches the recipient. All other algorithms are refused, including
/// `RSA1_5`, `RSA-OAEP` with SHA-1 and the password-based ones.
public enum JWEAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// The shared key is used as the content key.
    case direct = "dir"
    /// A shared 128-bit key wraps the content key.
    case a128KW = "A128KW"
    /// A shared 256-bit key wraps the content key.
    case a256KW = "A256KW"
    /// RSA-OAEP with SHA-256 encrypts the content key.
    case rsaOAEP256 = "RSA-OAEP-256"
    /// The content key results from key agreement on P-256, P-384, P-521 or X25519.
    case ecdhES = "ECDH-ES"
    /// A 128-bit key from key agreement wraps the content key.
    case ecdhESA128KW = "ECDH-ES+A128KW"
    /// A 256-bit key from key agreement wraps the content key.
    case ecdhESA256KW = "ECDH-ES+A256KW"
}
