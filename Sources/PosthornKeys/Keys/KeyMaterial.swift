package import CryptoExtras
package import FoundationEssentials

extension _RSA.Signing.PublicKey {
    /// Encrypts a key with RSA-OAEP, SHA-256 and no label, directly from the key's memory.
    package func wrap(_ key: SymmetricKey) throws -> Data {
        let encryption = try _RSA.Encryption.PublicKey(derRepresentation: derRepresentation)
        return try key.withUnsafeBytes { try encryption.encrypt($0, padding: .PKCS1_OAEP_SHA256) }
    }
}

/// An RSA private key in swift-crypto's two forms, converted once.
///
/// swift-crypto does not mark the encryption form as `Sendable`, although its backing storage is.
package struct RSAPrivateMaterial: Sendable {
    let signing: _RSA.Signing.PrivateKey
    /// SAFETY: The key is immutable, and BoringSSL allows concurrent use of a key.
    nonisolated(unsafe) let encryption: _RSA.Encryption.PrivateKey

    init(_ signing: _RSA.Signing.PrivateKey) throws {
        self.signing = signing
        encryption = try _RSA.Encryption.PrivateKey(derRepresentation: signing.derRepresentation)
    }

    /// Decrypts RSA-OAEP with SHA-256 and no label (RFC 8017, section 7.1.2).
    ///
    /// swift-crypto returns the secret as `Data`, whose memory is not wiped.
    package func unwrap(_ encrypted: Data) throws -> Data {
        try encryption.decrypt(encrypted, padding: .PKCS1_OAEP_SHA256)
    }
}

/// The swift-crypto form of a public key.
///
/// The NIST curves support both signatures and key agreement, so their cases hold both forms.
package enum PublicMaterial: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey, P256.KeyAgreement.PublicKey)
    case p384(P384.Signing.PublicKey, P384.KeyAgreement.PublicKey)
    case p521(P521.Signing.PublicKey, P521.KeyAgreement.PublicKey)
    case x25519(Curve25519.KeyAgreement.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)

    var kind: KeyKind {
        switch self {
        case .rsa: .rsa
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        case .x25519: .x25519
        case .ed25519: .ed25519
        }
    }

    var der: Data {
        switch self {
        case .rsa(let key): key.derRepresentation
        case .p256(let key, _): key.derRepresentation
        case .p384(let key, _): key.derRepresentation
        case .p521(let key, _): key.derRepresentation
        case .x25519(let key): key.derRepresentation
        case .ed25519(let key): key.derRepresentation
        }
    }

    init(_ kind: KeyKind, der: Data) throws {
        switch kind {
        case .rsa: self = .rsa(try .init(derRepresentation: der))
        case .p256: self = try .p256(.init(derRepresentation: der), .init(derRepresentation: der))
        case .p384: self = try .p384(.init(derRepresentation: der), .init(derRepresentation: der))
        case .p521: self = try .p521(.init(derRepresentation: der), .init(derRepresentation: der))
        case .x25519: self = .x25519(try .init(derRepresentation: der))
        case .ed25519: self = .ed25519(try .init(derRepresentation: der))
        }
    }

    /// Reads the coordinates of a curve's key; refuses RSA, which has others.
    package init(_ kind: KeyKind, raw: Data) throws {
        switch kind {
        case .rsa: throw CryptoKitError.incorrectKeySize
        case .p256: self = try .p256(.init(rawRepresentation: raw), .init(rawRepresentation: raw))
        case .p384: self = try .p384(.init(rawRepresentation: raw), .init(rawRepresentation: raw))
        case .p521: self = try .p521(.init(rawRepresentation: raw), .init(rawRepresentation: raw))
        case .x25519: self = .x25519(try .init(rawRepresentation: raw))
        case .ed25519: self = .ed25519(try .init(rawRepresentation: raw))
        }
    }
}

/// The swift-crypto form of a private key.
package enum PrivateMaterial: Sendable {
    case rsa(RSAPrivateMaterial)
    case p256(P256.Signing.PrivateKey, P256.KeyAgreement.PrivateKey)
    case p384(P384.Signing.PrivateKey, P384.KeyAgreement.PrivateKey)
    case p521(P521.Signing.PrivateKey, P521.KeyAgreement.PrivateKey)
    case x25519(Curve25519.KeyAgreement.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)

    var der: Data {
        switch self {
        case .rsa(let key): key.signing.pkcs8DERRepresentation
        case .p256(let key, _): key.derRepresentation
        case .p384(let key, _): key.derRepresentation
        case .p521(let key, _): key.derRepresentation
        case .x25519(let key): key.derRepresentation
        case .ed25519(let key): key.derRepresentation
        }
    }

    init(_ kind: KeyKind, der: Data) throws {
        switch kind {
        case .rsa: self = .rsa(try RSAPrivateMaterial(.init(derRepresentation: der)))
        case .p256: self = try .p256(.init(derRepresentation: der), .init(derRepresentation: der))
        case .p384: self = try .p384(.init(derRepresentation: der), .init(derRepresentation: der))
        case .p521: self = try .p521(.init(derRepresentation: der), .init(derRepresentation: der))
        case .x25519: self = .x25519(try .init(derRepresentation: der))
        case .ed25519: self = .ed25519(try .init(derRepresentation: der))
        }
    }

    /// Reads the secret number of a curve's key; refuses RSA, which has others.
    init(_ kind: KeyKind, raw: Data) throws {
        switch kind {
        case .rsa: throw CryptoKitError.incorrectKeySize
        case .p256: self = try .p256(.init(rawRepresentation: raw), .init(rawRepresentation: raw))
        case .p384: self = try .p384(.init(rawRepresentation: raw), .init(rawRepresentation: raw))
        case .p521: self = try .p521(.init(rawRepresentation: raw), .init(rawRepresentation: raw))
        case .x25519: self = .x25519(try .init(rawRepresentation: raw))
        case .ed25519: self = .ed25519(try .init(rawRepresentation: raw))
        }
    }

    var publicHalf: PublicMaterial {
        switch self {
        case .rsa(let key): .rsa(key.signing.publicKey)
        case .p256(let signing, let agreement): .p256(signing.publicKey, agreement.publicKey)
        case .p384(let signing, let agreement): .p384(signing.publicKey, agreement.publicKey)
        case .p521(let signing, let agreement): .p521(signing.publicKey, agreement.publicKey)
        case .x25519(let key): .x25519(key.publicKey)
        case .ed25519(let key): .ed25519(key.publicKey)
        }
    }
}
