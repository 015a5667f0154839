import FoundationEssentials
public import Posthorn

/// Seals bodies with ChaCha20-Poly1305 (RFC 8439): as ``AESGCMCipher``, for machines whose processor
/// has no instructions for AES.
///
/// The envelope is the same, with 2 as its first byte; each of the two ciphers opens its own only, so
/// that nobody on the way chooses between them. What it protects, and how long a key lasts, stands at
/// ``AESGCMCipher``.
public struct ChaChaPolyCipher: PayloadCipher {
    private let envelope: KeyedEnvelope<SealingKey>

    /// Creates a cipher.
    /// - Parameters:
    ///   - key: Seals, and opens what names it.
    ///   - previous: Open what names them. Empty by default.
    /// - Throws: a fault of the code `invalidKey` when two keys have the same id.
    public init(key: SealingKey, previous: [SealingKey] = []) throws(APIError.Cause) {
        self.init(keys: try KeyRing(key, previous: previous))
    }

    /// Creates a cipher of keys that change.
    public init(keys: any KeyProvider<SealingKey>) {
        envelope = KeyedEnvelope(.chaChaPoly, keys)
    }

    /// `ChaCha20-Poly1305`.
    public var name: String { envelope.name }

    /// Seals the body, if there is one, and asks for a sealed response.
    public func seal(_ request: inout TransportRequest) async throws {
        try await envelope.seal(&request)
    }

    /// Opens a response that was sealed for this request with a key that the cipher has.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try await envelope.open(&response, to: request)
    }
}

extension ChaChaPolyCipher: RedactedStringConvertible {
    /// The cipher's name and the ids of its keys, never their bytes.
    public var description: String { "\(envelope)" }
}

extension PayloadCipher where Self == ChaChaPolyCipher {
    /// ChaCha20-Poly1305 with this key, and with previous ones for opening.
    /// - Throws: a fault of the code `invalidKey` when two keys have the same id.
    public static func chaChaPoly(
        key: SealingKey, previous: [SealingKey] = []
    ) throws(APIError.Cause) -> ChaChaPolyCipher {
        try ChaChaPolyCipher(key: key, previous: previous)
    }
}
