internal import Crypto
import FoundationEssentials
import PosthornKeys

/// The algorithms of an envelope, identified by its first byte.
///
/// Each cipher opens only the envelopes of its own suite.
enum EnvelopeSuite: UInt8, Sendable {
    /// AES-256-GCM (NIST SP 800-38D).
    case aesGCM = 1
    /// ChaCha20-Poly1305 (RFC 8439).
    case chaChaPoly = 2
    /// AES-256-GCM with keys transported by RSA-OAEP (RFC 8017, section 7.1).
    case rsaOAEP = 3
    /// AES-256-CBC, with HMAC-SHA-512 over the ciphertext (RFC 7518, section 5.2.5).
    case cbcHMAC = 4

    var name: String {
        switch self {
        case .aesGCM: "AES-256-GCM"
        case .chaChaPoly: "ChaCha20-Poly1305"
        case .rsaOAEP: "RSA-OAEP-256 with AES-256-GCM"
        case .cbcHMAC: "AES-256-CBC with HMAC-SHA-512"
        }
    }

    /// The first field of the additional data.
    var label: String {
        switch self {
        case .aesGCM: "posthorn.aes-gcm.v1"
        case .chaChaPoly: "posthorn.chacha20-poly1305.v1"
        case .rsaOAEP: "posthorn.rsa-oaep-256.v1"
        case .cbcHMAC: "posthorn.aes-cbc-hmac.v1"
        }
    }

    /// Encrypts bytes and returns nonce, ciphertext and tag.
    ///
    /// The nonce comes from the random bytes that were drawn for this message.
    func seal(
        _ bytes: Data, _ key: SymmetricKey, _ data: Data, _ fresh: consuming FreshBytes
    ) throws -> Data {
        switch self {
        case .aesGCM, .rsaOAEP:
            let box = try AES.GCM.seal(
                bytes, using: key, nonce: AES.GCM.Nonce(data: fresh.nonce(12)),
                authenticating: data)
            // `combined` is `nil` only for nonces of another length.
            return box.combined ?? Data(box.nonce) + box.ciphertext + box.tag
        case .chaChaPoly:
            return try ChaChaPoly.seal(
                bytes, using: key, nonce: ChaChaPoly.Nonce(data: fresh.nonce(12)),
                authenticating: data
            ).combined
        case .cbcHMAC:
            // This encryption draws its own nonce.
            let sealed = try ContentEncryption.a256CBCHS512.seal(bytes, key, data)
            return sealed.iv + sealed.ciphertext + sealed.tag
        }
    }

    /// Decrypts nonce, ciphertext and tag.
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
