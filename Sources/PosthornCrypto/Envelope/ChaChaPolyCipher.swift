public import PosthornCore

/// A cipher that seals bodies with ChaCha20-Poly1305 (RFC 8439), for processors without AES instructions.
///
/// The envelope is that of ``AESGCMCipher``, with 2 as its first byte. Each of the two ciphers opens only its
/// own envelopes, so an intermediary can't choose between them. ``AESGCMCipher`` describes what the cipher
/// protects and how long a key may be used.
public struct ChaChaPolyCipher: PayloadCipher {
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
    public init(keys: any KeyProvider<SealingKey>) { envelope = KeyedEnvelope(.chaChaPoly, keys) }

    /// The cipher's name, `ChaCha20-Poly1305`.
    public var name: String { envelope.name }

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

extension ChaChaPolyCipher: RedactedStringConvertible {
    /// The cipher's name and the ids of its keys, without their bytes.
    public var description: String { "\(envelope)" }
}

extension PayloadCipher where Self == ChaChaPolyCipher {
    /// Returns a ChaCha20-Poly1305 cipher with fixed keys.
    ///
    /// - Parameters:
    ///   - key: The key that seals requests, and opens responses that name it.
    ///   - previous: Keys that only open responses that name them. Empty by default.
    /// - Throws: An ``APIError/Cause`` with the code `invalidKey` if two keys have the same id.
    public static func chaChaPoly(
        key: SealingKey, previous: [SealingKey] = []
    ) throws(APIError.Cause) -> ChaChaPolyCipher {
        try ChaChaPolyCipher(key: key, previous: previous)
    }
}
