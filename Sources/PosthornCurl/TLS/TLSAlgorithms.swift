/// The algorithms that a session offers in TLS handshakes, in the order of preference.
///
/// A session can't be created with an algorithm that the OpenSSL of the machine does not have.
public struct TLSAlgorithms: Sendable, Hashable {
    /// The cipher suites of TLS 1.2 and TLS 1.3.
    ///
    /// The session offers a TLS version only with at least one suite for it. The default, `nil`, offers those of
    /// OpenSSL. Suites without authentication or encryption are refused.
    public var cipherSuites: [CipherSuite]?
    /// The groups for the key exchange.
    ///
    /// The default, `nil`, offers those of OpenSSL.
    public var groups: [Group]?
    /// The algorithms with which a server may sign the handshake.
    ///
    /// The default, `nil`, offers those of OpenSSL.
    public var signatureAlgorithms: [SignatureAlgorithm]?

    /// Creates options with the defaults.
    public init() {}

    /// A cipher suite, by its OpenSSL name.
    public struct CipherSuite: RawRepresentable, Sendable, Hashable {
        /// The name in OpenSSL, as `openssl ciphers` prints it.
        public let rawValue: String
        /// Creates a suite from its OpenSSL name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// AES-128-GCM of TLS 1.3.
        public static let aes128GCM = Self(rawValue: "TLS_AES_128_GCM_SHA256")
        /// AES-256-GCM of TLS 1.3.
        public static let aes256GCM = Self(rawValue: "TLS_AES_256_GCM_SHA384")
        /// ChaCha20-Poly1305 of TLS 1.3.
        public static let chaCha20Poly1305 = Self(rawValue: "TLS_CHACHA20_POLY1305_SHA256")
        /// AES-128-GCM of TLS 1.2, for a server with an ECDSA key.
        public static let ecdsaAES128GCM = Self(rawValue: "ECDHE-ECDSA-AES128-GCM-SHA256")
        /// AES-256-GCM of TLS 1.2, for a server with an ECDSA key.
        public static let ecdsaAES256GCM = Self(rawValue: "ECDHE-ECDSA-AES256-GCM-SHA384")
        /// ChaCha20-Poly1305 of TLS 1.2, for a server with an ECDSA key.
        public static let ecdsaChaCha20Poly1305 = Self(rawValue: "ECDHE-ECDSA-CHACHA20-POLY1305")
        /// AES-128-GCM of TLS 1.2, for a server with an RSA key.
        public static let rsaAES128GCM = Self(rawValue: "ECDHE-RSA-AES128-GCM-SHA256")
        /// AES-256-GCM of TLS 1.2, for a server with an RSA key.
        public static let rsaAES256GCM = Self(rawValue: "ECDHE-RSA-AES256-GCM-SHA384")
        /// ChaCha20-Poly1305 of TLS 1.2, for a server with an RSA key.
        public static let rsaChaCha20Poly1305 = Self(rawValue: "ECDHE-RSA-CHACHA20-POLY1305")

        /// Whether it is a suite of TLS 1.3.
        var isOfTLS13: Bool { rawValue.hasPrefix("TLS_") }
    }

    /// A group for the key exchange, by its OpenSSL name.
    public struct Group: RawRepresentable, Sendable, Hashable {
        /// The name in OpenSSL.
        public let rawValue: String
        /// Creates a group from its OpenSSL name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Curve25519 (RFC 7748).
        public static let x25519 = Self(rawValue: "X25519")
        /// The curve NIST P-256.
        public static let p256 = Self(rawValue: "P-256")
        /// The curve NIST P-384.
        public static let p384 = Self(rawValue: "P-384")
        /// The curve NIST P-521.
        public static let p521 = Self(rawValue: "P-521")
        /// X25519 together with ML-KEM-768, which protects recorded traffic from quantum computers.
        ///
        /// It needs TLS 1.3 and OpenSSL 3.5.
        public static let x25519MLKEM768 = Self(rawValue: "X25519MLKEM768")
    }

    /// A signature algorithm, by its name in RFC 8446, section 4.2.3, or in OpenSSL.
    public struct SignatureAlgorithm: RawRepresentable, Sendable, Hashable {
        /// The name, such as `ecdsa_secp256r1_sha256` or `RSA-PSS+SHA256`.
        public let rawValue: String
        /// Creates an algorithm from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// ECDSA with SHA-256; in TLS 1.3 with the curve P-256.
        public static let ecdsaSHA256 = Self(rawValue: "ecdsa_secp256r1_sha256")
        /// ECDSA with SHA-384; in TLS 1.3 with the curve P-384.
        public static let ecdsaSHA384 = Self(rawValue: "ecdsa_secp384r1_sha384")
        /// Ed25519 (RFC 8032).
        public static let ed25519 = Self(rawValue: "ed25519")
        /// RSASSA-PSS with SHA-256.
        public static let rsaPSSSHA256 = Self(rawValue: "rsa_pss_rsae_sha256")
        /// RSASSA-PSS with SHA-384.
        public static let rsaPSSSHA384 = Self(rawValue: "rsa_pss_rsae_sha384")
        /// RSASSA-PKCS1-v1_5 with SHA-256, for TLS 1.2.
        public static let rsaPKCS1SHA256 = Self(rawValue: "rsa_pkcs1_sha256")
    }
}
