public import PosthornCore

/// A cipher that seals bodies with AES-256-CBC and HMAC-SHA-512, for peers without anything better.
///
/// **Legacy.** Use ``AESGCMCipher`` or ``ChaChaPolyCipher`` if the other side supports either. This cipher is
/// only for peers without authenticated encryption, and nothing uses it by default. The envelope is that of
/// ``AESGCMCipher``, with 4 as its first byte. Nonce, ciphertext and tag are those of `A256CBC-HS512` (RFC
/// 7518, section 5.2.5). The tag is verified before decryption, which prevents padding oracle attacks.
/// ``AESGCMCipher`` describes what the cipher protects.
///
/// **Key lifetime:** Nonces are 128 random bits. Up to 2^48 messages, the probability that two nonces are
/// equal stays below 2^-32.
public struct LegacyCBCCipher: PayloadCipher {
    private let envelope: KeyedEnvelope<SecretKey>

    /// Creates a cipher with fixed keys.
    ///
    /// - Parameters:
    ///   - key: The key that seals requests, and opens responses that name it. 64 bytes: 32 for HMAC, then 32
    ///     for AES.
    ///   - previous: Keys that only open responses that name them. Empty by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if a key has another length or does not
    ///   permit this use, or if two keys have the same id.
    public init(key: SecretKey, previous: [SecretKey] = []) throws(APIError.Cause) {
        for key in [key] + previous { _ = try key.secret(for: .cbcHMAC) }
        self.init(keys: try KeyRing(key, previous: previous))
    }

    /// Creates a cipher that asks a provider for its keys.
    ///
    /// A key of another length than 64 bytes fails the call that uses it.
    public init(keys: any KeyProvider<SecretKey>) { envelope = KeyedEnvelope(.cbcHMAC, keys) }

    /// The cipher's name, `AES-256-CBC with HMAC-SHA-512`.
    public var name: String { envelope.name }

    /// Seals the request's body, if there is one, and asks for a sealed response.
    ///
    /// - Throws: The key provider's error, or an `APIError.Cause` with the code `invalidKey` or
    ///   `sealingFailed`.
    public func seal(_ request: inout TransportRequest) async throws {
        try await envelope.seal(&request)
    }

    /// Opens a response that was sealed for this request with one of the cipher's keys.
    ///
    /// - Throws: The key provider's error, or an `APIError.Cause` with the code `unknownKey` if the cipher
    ///   does not have the key, with the code `invalidKey` if the key does not fit, or with the code
    ///   `openingFailed`.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try await envelope.open(&response, to: request)
    }
}

extension LegacyCBCCipher: RedactedStringConvertible {
    /// The cipher's name and the ids of its keys, without their bytes.
    public var description: String { "\(envelope)" }
}
