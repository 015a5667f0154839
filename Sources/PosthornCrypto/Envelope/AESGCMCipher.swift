import FoundationEssentials
public import Posthorn

/// Seals bodies with AES-256-GCM: nobody between client and server reads or changes them.
///
/// A sealed body has the media type `application/vnd.posthorn.sealed` and consists of
/// version (1 byte, 1) · length and key id · length and media type of the plaintext ·
/// nonce (12 bytes) · ciphertext · tag (16 bytes).
/// Method, path and query, direction, the response's status and a random id of the exchange
/// (`Posthorn-Exchange`, new for every attempt) are authenticated with it.
/// `Documentation/SealedEnvelope.md` has the format for other languages.
///
/// **What it protects:** content and media type of the bodies, and that a response belongs to this
/// very request: it can't be a replay, a reflection of the request, or another call's. A response in
/// the clear is refused; so is one without a body, such as a plain 204.
///
/// **What it does not:** the URL, the other header fields, the length of bodies and the fact of the
/// call stay readable, and header fields can be changed. That a *request* is not replayed is the
/// server's to check: it keeps the exchange ids that it has seen. Whoever learns a key can read
/// what was recorded under it. Use it with TLS, not instead.
///
/// **How long a key lasts:** nonces are 96 random bits, so a key seals at most 2^32 messages, both
/// directions and all clients counted (NIST SP 800-38D, section 8.3). Change keys well before: seal
/// with a new ``SealingKey`` under a new id and keep the old one among the previous until the
/// server has changed too.
public struct AESGCMCipher: PayloadCipher {
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
        envelope = KeyedEnvelope(.aesGCM, keys)
    }

    /// `AES-256-GCM`.
    public var name: String { envelope.name }

    /// The media type of sealed bodies.
    public static let mediaType = Envelope.mediaType

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

extension AESGCMCipher: RedactedStringConvertible {
    /// The cipher's name and the ids of its keys, never their bytes.
    public var description: String { "\(envelope)" }
}

extension PayloadCipher where Self == AESGCMCipher {
    /// AES-256-GCM with this key, and with previous ones for opening.
    /// - Throws: a fault of the code `invalidKey` when two keys have the same id.
    public static func aesGCM(
        key: SealingKey, previous: [SealingKey] = []
    ) throws(APIError.Cause) -> AESGCMCipher {
        try AESGCMCipher(key: key, previous: previous)
    }
}
