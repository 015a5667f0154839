public import PosthornCore

/// A cipher that seals bodies with AES-256-GCM, so that no intermediary can read or change them.
///
/// A sealed body has the media type `application/vnd.posthorn.sealed`. It consists of version (1 byte, 1) ·
/// length and key id · length and media type of the plaintext · nonce (12 bytes) · ciphertext · tag (16
/// bytes). The tag also authenticates the method, path and query, the direction, the response's status and a
/// random exchange id (the header field `Posthorn-Exchange`, new for every attempt).
/// `Documentation/SealedEnvelope.md` specifies the format for other implementations.
///
/// **What it protects:** The content and media type of the bodies. A response is bound to its request: it
/// can't be a replay, a reflection of the request, or the response to another call. The cipher refuses an
/// unsealed response, including one without a body, such as a plain 204.
///
/// **What it does not protect:** The URL, the other header fields, the length of bodies and the fact of the
/// call remain readable, and header fields can be changed. The server must detect replayed *requests* by
/// storing the exchange ids that it has seen. A key that leaks later decrypts recorded traffic. Use the
/// cipher in addition to TLS, not in place of it.
///
/// **Key lifetime:** Nonces are 96 random bits, so a key may seal at most 2^32 messages, over both directions
/// and all clients (NIST SP 800-38D, section 8.3). Rotate keys well before that limit. Seal with a new
/// ``SealingKey`` that has a new id, and keep the old key among the previous ones until the server has
/// switched too.
public struct AESGCMCipher: PayloadCipher {
    private let envelope: KeyedEnvelope<SealingKey>

    /// Creates a cipher with fixed keys.
    ///
    /// - Parameters:
    ///   - key: The key that seals requests, and opens responses that name it.
    ///   - previous: Keys that only open responses that name them. Empty by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if two keys have the same id.
    public init(key: SealingKey, previous: [SealingKey] = []) throws(APIError.Cause) {
        self.init(keys: try KeyRing(key, previous: previous))
    }

    /// Creates a cipher that asks a provider for its keys.
    public init(keys: any KeyProvider<SealingKey>) { envelope = KeyedEnvelope(.aesGCM, keys) }

    /// The cipher's name, `AES-256-GCM`.
    public var name: String { envelope.name }

    /// The media type of sealed bodies, `application/vnd.posthorn.sealed`.
    public static let mediaType = Envelope.mediaType

    /// Seals the request's body, if there is one, and asks for a sealed response.
    ///
    /// - Throws: The key provider's error, or an `APIError.Cause` with the code `sealingFailed` if the body
    ///   is not in memory or its media type does not fit into an envelope.
    public func seal(_ request: inout TransportRequest) async throws {
        try await envelope.seal(&request)
    }

    /// Opens a response that was sealed for this request with one of the cipher's keys.
    ///
    /// - Throws: The key provider's error, or an `APIError.Cause` with the code `unknownKey` if the cipher
    ///   does not have the key, or with the code `openingFailed`.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try await envelope.open(&response, to: request)
    }
}

extension AESGCMCipher: RedactedStringConvertible {
    /// The cipher's name and the ids of its keys, without their bytes.
    public var description: String { "\(envelope)" }
}

extension PayloadCipher where Self == AESGCMCipher {
    /// Returns an AES-256-GCM cipher with fixed keys.
    ///
    /// - Parameters:
    ///   - key: The key that seals requests, and opens responses that name it.
    ///   - previous: Keys that only open responses that name them. Empty by default.
    /// - Throws: An ``APIError/Cause`` with the code `invalidKey` if two keys have the same id.
    public static func aesGCM(
        key: SealingKey, previous: [SealingKey] = []
    ) throws(APIError.Cause) -> AESGCMCipher {
        try AESGCMCipher(key: key, previous: previous)
    }
}
