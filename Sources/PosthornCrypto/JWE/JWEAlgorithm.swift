/// How a JWE's content key comes to whoever opens it: its `alg` (RFC 7518, section 4).
///
/// Others are refused, whatever a message says: `RSA1_5` and `RSA-OAEP` with SHA-1, and those with
/// passwords.
public enum JWEAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// The shared key is the content key.
    case direct = "dir"
    /// Wrapped by a shared key of 128 bits.
    case a128KW = "A128KW"
    /// Wrapped by a shared key of 256 bits.
    case a256KW = "A256KW"
    /// Encrypted for an RSA key, with OAEP and SHA-256.
    case rsaOAEP256 = "RSA-OAEP-256"
    /// Agreed upon with a key of P-256, P-384, P-521 or X25519.
    case ecdhES = "ECDH-ES"
    /// Wrapped by a key of 128 bits that is agreed upon.
    case ecdhESA128KW = "ECDH-ES+A128KW"
    /// Wrapped by a key of 256 bits that is agreed upon.
    case ecdhESA256KW = "ECDH-ES+A256KW"

    /// The length of the wrapping key that is agreed upon, in bytes; `nil` if none is.
    var agreedWrapByteCount: Int? {
        switch self {
        case .ecdhESA128KW: 16
        case .ecdhESA256KW: 32
        default: nil
        }
    }
}
