/// The kind of a ``PublicKey`` or ``PrivateKey``, which determines the operations that the key supports.
public enum KeyKind: String, Sendable, Hashable, CaseIterable {
    /// RSA with 2048 to 8192 bits, for RSA-OAEP and RSA-PSS.
    case rsa = "RSA"
    /// The curve P-256 (FIPS 186-5), for ECDSA, ECDH and HPKE.
    case p256 = "P-256"
    /// The curve P-384 (FIPS 186-5), for ECDSA and ECDH.
    case p384 = "P-384"
    /// The curve P-521 (FIPS 186-5), for ECDSA and ECDH.
    case p521 = "P-521"
    /// X25519 (RFC 7748), for ECDH and HPKE.
    case x25519 = "X25519"
    /// Ed25519 (RFC 8032), for signatures.
    case ed25519 = "Ed25519"
}

extension KeyKind: CustomStringConvertible {
    /// The kind's name.
    public var description: String { rawValue }
}
