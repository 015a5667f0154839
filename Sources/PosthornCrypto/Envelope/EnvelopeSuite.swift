internal import Crypto
import FoundationEssentials

/// Which primitive seals an envelope; its first byte says so, and each cipher opens its own only.
enum EnvelopeSuite: UInt8, Sendable {
    /// AES-256-GCM (NIST SP 800-38D).
    case aesGCM = 1
    /// ChaCha20-Poly1305 (RFC 8439).
    case chaChaPoly = 2

    /// The cipher's name.
    var name: String {
        switch self {
        case .aesGCM: "AES-256-GCM"
        case .chaChaPoly: "ChaCha20-Poly1305"
        }
    }

    /// What the additional data starts with.
    var label: String {
        switch self {
        case .aesGCM: "posthorn.aes-gcm.v1"
        case .chaChaPoly: "posthorn.chacha20-poly1305.v1"
        }
    }

    /// Nonce, ciphertext and tag; swift-crypto draws the nonce from the system's random numbers.
    func seal(_ bytes: Data, _ key: SymmetricKey, _ data: Data) throws -> Data {
        switch self {
        case .aesGCM:
            let box = try AES.GCM.seal(bytes, using: key, authenticating: data)
            // There is none only for nonces of another length.
            return box.combined ?? Data(box.nonce) + box.ciphertext + box.tag
        case .chaChaPoly:
            return try ChaChaPoly.seal(bytes, using: key, authenticating: data).combined
        }
    }

    /// The plaintext of nonce, ciphertext and tag.
    func open(_ bytes: Data, _ key: SymmetricKey, _ data: Data) throws -> Data {
        switch self {
        case .aesGCM:
            try AES.GCM.open(.init(combined: bytes), using: key, authenticating: data)
        case .chaChaPoly:
            try ChaChaPoly.open(.init(combined: bytes), using: key, authenticating: data)
        }
    }
}
