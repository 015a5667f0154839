/// The kind of a ``PublicKey`` or ``PrivateKey``, which determines the operations that the key supports.
public struct KeyKind: RawRepresentable, Sendable, Hashable {
    /// The kind's name, such as `P-256`.
    public let rawValue: String

    /// Creates a kind with the given name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// RSA with 2048 to 8192 bits, for RSA-OAEP and RSA-PSS.
    public static let rsa = Self(rawValue: "RSA")
    /// The curve P-256 (FIPS 186-5), for ECDSA, ECDH and HPKE.
    public static let p256 = Self(rawValue: "P-256")
    /// The curve P-384 (FIPS 186-5), for ECDSA and ECDH.
    public static let p384 = Self(rawValue: "P-384")
    /// The curve P-521 (FIPS 186-5), for ECDSA and ECDH.
    public static let p521 = Self(rawValue: "P-521")
    /// X25519 (RFC 7748), for ECDH and HPKE.
    public static let x25519 = Self(rawValue: "X25519")
    /// Ed25519 (RFC 8032), for signatures.
    public static let ed25519 = Self(rawValue: "Ed25519")
}

extension KeyKind: CustomStringConvertible {
    /// The kind's name.
    public var description: String { rawValue }
}
