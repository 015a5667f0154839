internal import Crypto
import FoundationEssentials
import PosthornCore

/// The selection of an HPKE ciphersuite by key kind, and the creation of HPKE contexts (RFC 9180).
enum HPKESuite {
    static func check(_ key: PublicKey) throws(APIError.Cause) {
        try ensure(
            key.kind == .x25519 || key.kind == .p256, .invalidKey,
            "HPKE does not take a key of \(key.kind)", "use X25519 or P-256")
        try key.permissions.require("enc", KeyPermissions.derivation)
    }

    static func check(_ psk: SecretKey) throws(APIError.Cause) {
        // RFC 9180, section 9.5, requires at least 32 bytes of entropy.
        try ensure(
            psk.bitCount >= 256, .invalidKey,
            "the shared key has \(psk.bitCount) bits, and HPKE wants 256 at least",
            "make a longer one")
        try psk.require(.derivation, KeyPermissions.derivation)
    }

    static func check(_ key: PublicKey, _ sender: HPKECipher.Sender) throws(APIError.Cause) {
        try check(key)
        switch sender {
        case .anonymous: break
        case .psk(let psk): try check(psk)
        case .key(let own):
            try ensure(
                own.kind == key.kind, .invalidKey,
                "the client's key is of \(own.kind) and the server's of \(key.kind)",
                "use two keys of the same kind")
            try own.publicKey.permissions.require("enc", KeyPermissions.derivation)
        }
    }

    static func sender(
        for key: PublicKey, _ sender: HPKECipher.Sender, info: Data
    ) throws -> HPKE.Sender {
        func make<Own: HPKEDiffieHellmanPrivateKey>(
            _ key: Own.PublicKey, _ suite: HPKE.Ciphersuite, _ own: (PrivateMaterial) -> Own?
        ) throws -> HPKE.Sender {
            switch sender {
            case .anonymous: return try .init(recipientKey: key, ciphersuite: suite, info: info)
            case .psk(let psk):
                return try .init(
                    recipientKey: key, ciphersuite: suite, info: info, presharedKey: psk.secret,
                    presharedKeyIdentifier: Data(psk.id.utf8))
            case .key(let pair):
                guard let own = own(pair.material) else { throw ContentEncryption.Refused() }
                return try .init(
                    recipientKey: key, ciphersuite: suite, info: info, authenticatedBy: own)
            }
        }
        return switch key.material {
        case .x25519(let key):
            try make(key, .Curve25519_SHA256_ChachaPoly) {
                if case .x25519(let own) = $0 { own } else { nil }
            }
        case .p256(_, let key):
            try make(key, .P256_SHA256_AES_GCM_256) {
                if case .p256(_, let own) = $0 { own } else { nil }
            }
        default: throw ContentEncryption.Refused()
        }
    }

    /// Returns the context of a recipient, who opens a request and derives the secret of its response.
    ///
    /// - Parameters:
    ///   - psk: The shared key that the request names, in the mode psk.
    ///   - client: The key of the client, in the mode auth.
    static func recipient(
        _ key: PrivateKey, encapsulated: Data, info: Data, psk: SecretKey?, client: PublicKey?
    ) throws -> HPKE.Recipient {
        func make<Own: HPKEDiffieHellmanPrivateKey>(
            _ own: Own, _ suite: HPKE.Ciphersuite, _ client: Own.PublicKey?
        ) throws -> HPKE.Recipient {
            if let psk {
                return try .init(
                    privateKey: own, ciphersuite: suite, info: info, encapsulatedKey: encapsulated,
                    presharedKey: psk.secret, presharedKeyIdentifier: Data(psk.id.utf8))
            }
            if let client {
                return try .init(
                    privateKey: own, ciphersuite: suite, info: info, encapsulatedKey: encapsulated,
                    authenticatedBy: client)
            }
            return try .init(
                privateKey: own, ciphersuite: suite, info: info, encapsulatedKey: encapsulated)
        }
        switch (key.material, client?.material) {
        case (.x25519(let own), nil): return try make(own, .Curve25519_SHA256_ChachaPoly, nil)
        case (.x25519(let own), .x25519(let other)):
            return try make(own, .Curve25519_SHA256_ChachaPoly, other)
        case (.p256(_, let own), nil): return try make(own, .P256_SHA256_AES_GCM_256, nil)
        case (.p256(_, let own), .p256(_, let other)):
            return try make(own, .P256_SHA256_AES_GCM_256, other)
        default: throw ContentEncryption.Refused()
        }
    }
}
