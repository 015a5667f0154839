internal import Crypto
import FoundationEssentials
import Posthorn

/// Which suite of HPKE belongs to a kind of key, and the contexts of RFC 9180.
enum HPKESuite {
    static func check(_ key: PublicKey, _ sender: HPKECipher.Sender) throws(APIError.Cause) {
        guard key.kind == .x25519 || key.kind == .p256 else {
            throw .key("HPKE does not take a key of \(key.kind)", "use X25519 or P-256")
        }
        try key.purpose.require("enc", ["deriveKey", "deriveBits"], algorithm: nil)
        switch sender {
        case .anonymous: break
        case .psk(let psk):
            // RFC 9180, section 9.5: 32 bytes of entropy at least.
            guard psk.bitCount >= 256 else {
                throw .key(
                    "the shared key has \(psk.bitCount) bits, and HPKE wants 256 at least",
                    "make a longer one")
            }
            try psk.purpose.require("enc", ["deriveKey", "deriveBits"], algorithm: nil)
        case .key(let own):
            guard own.kind == key.kind else {
                throw .key(
                    "the client's key is of \(own.kind) and the server's of \(key.kind)",
                    "use two keys of the same kind")
            }
            try own.publicKey.purpose.require(
                "enc", ["deriveKey", "deriveBits"], algorithm: nil)
        }
    }

    static func sender(
        for key: PublicKey, _ sender: HPKECipher.Sender, info: Data
    ) throws -> HPKE.Sender {
        switch (key.material, sender) {
        case (.x25519(let key), .anonymous):
            try .init(recipientKey: key, ciphersuite: x25519, info: info)
        case (.x25519(let key), .psk(let psk)):
            try .init(
                recipientKey: key, ciphersuite: x25519, info: info, presharedKey: psk.secret,
                presharedKeyIdentifier: Data(psk.id.utf8))
        case (.x25519(let key), .key(let own)):
            if case .x25519(let own) = own.material {
                try .init(
                    recipientKey: key, ciphersuite: x25519, info: info, authenticatedBy: own)
            } else {
                throw ContentEncryption.Refused()
            }
        case (.p256(_, let key), .anonymous):
            try .init(recipientKey: key, ciphersuite: p256, info: info)
        case (.p256(_, let key), .psk(let psk)):
            try .init(
                recipientKey: key, ciphersuite: p256, info: info, presharedKey: psk.secret,
                presharedKeyIdentifier: Data(psk.id.utf8))
        case (.p256(_, let key), .key(let own)):
            if case .p256(_, let own) = own.material {
                try .init(recipientKey: key, ciphersuite: p256, info: info, authenticatedBy: own)
            } else {
                throw ContentEncryption.Refused()
            }
        default: throw ContentEncryption.Refused()
        }
    }

    private static let x25519 = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    private static let p256 = HPKE.Ciphersuite.P256_SHA256_AES_GCM_256
}
