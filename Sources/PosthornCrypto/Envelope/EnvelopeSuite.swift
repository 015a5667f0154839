internal import Crypto
import FoundationEssentials

/// Which primitive seals an envelope; its first byte says so, and each cipher opens its own only.
enum EnvelopeSuite: UInt8, Sendable {
    /// AES-256-GCM (NIST SP 800-38D).
    case aesGCM = 1
    /// ChaCha20-Poly1305 (RFC 8439).
    case chaChaPoly = 2
    /// AES-256-GCM with keys that RSA-OAEP carries (RFC 8017, section 7.1).
    case rsaOAEP = 3
    /// AES-256-CBC, and HMAC-SHA-512 over what it gives (RFC 7518, section 5.2.5).
    case cbcHMAC = 4

    /// The cipher's name.
    var name: String {
        switch self {
        case .aesGCM: "AES-256-GCM"
        case .chaChaPoly: "ChaCha20-Poly1305"
        case .rsaOAEP: "RSA-OAEP-256 with AES-256-GCM"
        case .cbcHMAC: "AES-256-CBC with HMAC-SHA-512"
        }
    }

    /// What the additional data starts with.
    var label: String {
        switch self {
        case .aesGCM: "posthorn.aes-gcm.v1"
        case .chaChaPoly: "posthorn.chacha20-poly1305.v1"
        case .rsaOAEP: "posthorn.rsa-oaep-256.v1"
        case .cbcHMAC: "posthorn.aes-cbc-hmac.v1"
        }
    }

    /// Nonce, ciphertext and tag; the nonce is of bytes that were drawn for this message.
    func seal(
        _ bytes: Data, _ key: SymmetricKey, _ data: Data, _ fresh: consuming FreshBytes
    ) throws -> Data {
        switch self {
        case .aesGCM, .rsaOAEP:
            let box = try AES.GCM.seal(
                bytes, using: key, nonce: AES.GCM.Nonce(data: fresh.nonce(12)),
                authenticating: data)
            // There is none only for nonces of another length.
            return box.combined ?? Data(box.nonce) + box.ciphertext + box.tag
        case .chaChaPoly:
            return try ChaChaPoly.seal(
                bytes, using: key, nonce: ChaChaPoly.Nonce(data: fresh.nonce(12)),
                authenticating: data
            ).combined
        case .cbcHMAC:
            // It draws its own, in the place where JWE does.
            let sealed = try ContentEncryption.a256CBCHS512.seal(bytes, key, data)
            return sealed.iv + sealed.ciphertext + sealed.tag
        }
    }

    /// The plaintext of nonce, ciphertext and tag.
    func open(_ bytes: Data, _ key: SymmetricKey, _ data: UnsafeRawBufferPointer) throws -> Data {
        switch self {
        case .aesGCM, .rsaOAEP:
            return try AES.GCM.open(.init(combined: bytes), using: key, authenticating: data)
        case .chaChaPoly:
            return try ChaChaPoly.open(.init(combined: bytes), using: key, authenticating: data)
        case .cbcHMAC:
            guard bytes.count >= 16 + 32 else { throw ContentEncryption.Refused() }
            return try ContentEncryption.a256CBCHS512.open(
                iv: Data(bytes.prefix(16)), ciphertext: Data(bytes.dropFirst(16).dropLast(32)),
                tag: Data(bytes.suffix(32)), key, Data(data))
        }
    }
}
