public import PosthornCore

/// A cipher that seals each message with a key of its own, bound to its server, its request and its direction.
///
/// ```swift
/// let cipher = EnvelopeCipher(key: try SecretKey(id: "shop-2026-11", bytes: secret))
/// ```
///
/// `Documentation/SealedEnvelope.md` specifies the format, the second version of the envelope. A server opens it with
/// `EnvelopeServer` of the product `PosthornServer`.
///
/// A response opens only for its own request, and the cipher refuses one that is not sealed. A request without a body
/// carries an authenticated head in `Posthorn-Envelope`. The URL and other header fields stay readable, and a key that
/// leaks later decrypts recorded traffic: use the cipher in addition to TLS. See `Documentation/ThreatModel.md`.
public struct EnvelopeCipher: PayloadCipher {
    /// The algorithms of an envelope, by its first byte.
    public enum Suite: UInt8, Sendable, Hashable, CaseIterable {
        /// XAES-256-GCM (C2SP): AES-256-GCM with a key for each message.
        case aes256GCM = 5
        /// ChaCha20-Poly1305 (RFC 8439) with a key for each message, derived by HKDF-SHA256 (RFC 5869).
        case chaCha20Poly1305 = 6
        /// Version 1 with AES-256-GCM (NIST SP 800-38D), for peers that do not have version 2.
        ///
        /// It has neither audience nor time, nothing in a request without a body, and one key for all messages, which
        /// may seal 2^32 of them. The key has 32 bytes and no other use.
        case version1AES256GCM = 1
        /// Version 1 with ChaCha20-Poly1305, with the same limits.
        case version1ChaCha20Poly1305 = 2
        /// **Legacy:** version 1 with AES-256-CBC and HMAC-SHA-512 (RFC 7518, section 5.2.5), for peers without
        /// authenticated encryption.
        ///
        /// The key has 64 bytes: 32 for HMAC, then 32 for AES.
        case legacyAES256CBC = 4
    }

    /// The algorithms; AES by default.
    public let suite: Suite
    var exchange: SealedExchange
    private let keys: any KeyProvider<SecretKey>

    /// The media type of sealed bodies, `application/vnd.posthorn.sealed`.
    public static let mediaType = "application/vnd.posthorn.sealed"

    /// Creates a cipher.
    ///
    /// - Parameters:
    ///   - key: The key that seals requests and opens responses, or a provider of keys: a `KeyRing` whose previous keys
    ///     open responses that name them, or `RefreshingKeys`. A key of a provider that does not fit the suite fails the
    ///     call that uses it.
    ///   - suite: The algorithms. AES by default.
    ///   - audience: The server that the messages are for, the same text on both sides. `nil`, the default, means the
    ///     origin of each request's URL, such as `https://api.example.com`.
    ///   - timeWindow: The greatest difference between the clock and the time of a response. `nil`, the default,
    ///     checks no times.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if a fixed key does not fit the suite.
    public init(
        key: any KeyProvider<SecretKey>, suite: Suite = .aes256GCM, audience: String? = nil,
        timeWindow: Duration? = nil
    ) throws(APIError.Cause) {
        try key.checkFixed { key throws(APIError.Cause) in try suite.check(key) }
        self.suite = suite
        keys = key
        exchange = SealedExchange(suite.format, audience: audience, timeWindow: timeWindow)
    }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? { keys.fixedServers }

    /// The name of the algorithms, such as `XAES-256-GCM`.
    public var name: String { suite.name }

    /// Seals the request's body, or its head if it has none, and asks for a sealed response.
    public func seal(_ request: inout TransportRequest) async throws {
        // Version 1 seals nothing in a request without a body.
        let needsKey = request.body != nil || suite.hasTime
        let keys = needsKey ? try suite.keys(of: await keys.current(for: request)) : nil
        try exchange.seal(&request, with: keys)
    }

    /// Opens a response that was sealed for this request with one of the cipher's keys.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        let received = try exchange.received(response)
        let key = try await keys.key(opening: received.keyID)
        try exchange.open(&response, received, to: request, with: suite.keys(of: key))
    }
}
