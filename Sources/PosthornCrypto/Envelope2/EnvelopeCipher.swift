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
/// **What it protects:** The content and the media type of bodies. The tag also authenticates the method, the path and
/// the query, the audience, the direction, the time, the response's status and a random exchange id, which the header
/// field `Posthorn-Exchange` carries and which is new for every attempt. A request without a body carries an
/// authenticated head in `Posthorn-Envelope`, so the server knows that a holder of the key sent it. A response opens
/// only for its own request. The cipher refuses a response that is not sealed.
///
/// **What it does not protect:** The URL, other header fields, the length of bodies and the fact of the call remain
/// readable, and other header fields can be changed. The server must remember the exchange ids of requests for as long
/// as it accepts them. A key that leaks later decrypts recorded traffic. Use the cipher in addition to TLS.
///
/// **Key lifetime:** The key of a message is derived from 96 random bits, and its nonce has 96 further ones, so there
/// is no practical limit of messages per key. Both directions have keys of their own. The cipher derives them from the
/// ``SecretKey`` for this version and suite alone, so the same key may serve other purposes of this package.
public struct EnvelopeCipher: PayloadCipher {
    /// The algorithms of an envelope.
    public enum Suite: UInt8, Sendable, Hashable, CaseIterable {
        /// XAES-256-GCM (C2SP): AES-256-GCM with a key for each message.
        case aes256GCM = 5
        /// ChaCha20-Poly1305 (RFC 8439) with a key for each message, derived by HKDF-SHA256 (RFC 5869).
        case chaCha20Poly1305 = 6

        /// The first field of the additional data.
        var label: String {
            switch self {
            case .aes256GCM: "posthorn.xaes-256-gcm.v2"
            case .chaCha20Poly1305: "posthorn.chacha20-poly1305.v2"
            }
        }

        var name: String {
            switch self {
            case .aes256GCM: "XAES-256-GCM"
            case .chaCha20Poly1305: "ChaCha20-Poly1305"
            }
        }
    }

    /// The algorithms; AES by default.
    public let suite: Suite
    private let envelope: SealedExchange
    private let keys: any KeyProvider<SecretKey>

    /// Creates a cipher with fixed keys.
    ///
    /// - Parameters:
    ///   - key: The key that seals requests, and opens responses that name it.
    ///   - previous: Keys that only open responses that name them. Empty by default.
    ///   - suite: The algorithms. AES by default.
    ///   - audience: The server that the messages are for, the same text on both sides. `nil`, the default, means the
    ///     origin of each request's URL, such as `https://api.example.com`.
    ///   - timeWindow: The greatest difference between the clock and the time of a response. `nil`, the default,
    ///     checks no times.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if two keys have the same id.
    public init(
        key: SecretKey, previous: [SecretKey] = [], suite: Suite = .aes256GCM,
        audience: String? = nil, timeWindow: Duration? = nil
    ) throws(APIError.Cause) {
        self.init(
            keys: try KeyRing(key, previous: previous), suite: suite, audience: audience,
            timeWindow: timeWindow)
    }

    /// Creates a cipher that asks a provider for its keys.
    public init(
        keys: any KeyProvider<SecretKey>, suite: Suite = .aes256GCM, audience: String? = nil,
        timeWindow: Duration? = nil
    ) {
        self.suite = suite
        self.keys = keys
        envelope = SealedExchange(suite: suite, audience: audience, timeWindow: timeWindow)
    }

    /// The name of the algorithms, such as `XAES-256-GCM`.
    public var name: String { suite.name }

    /// Seals the request's body, or its head if it has none, and asks for a sealed response.
    ///
    /// - Throws: The key provider's error, or an `APIError.Cause` with the code `sealingFailed` if the body is not in
    ///   memory or its media type does not fit into an envelope.
    public func seal(_ request: inout TransportRequest) async throws {
        try envelope.seal(&request, with: try await keys.current())
    }

    /// Opens a response that was sealed for this request with one of the cipher's keys.
    ///
    /// - Throws: The key provider's error, or an `APIError.Cause` with the code `unknownKey` if the cipher does not
    ///   have the key, or with the code `openingFailed`.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        let head = try envelope.head(of: response)
        let key = try await keys.key(opening: head.names.keyID)
        try envelope.open(&response, head, with: key, to: request)
    }
}

extension EnvelopeCipher: RedactedStringConvertible {
    /// The cipher's name and the ids of its keys, without their bytes.
    public var description: String { "\(name) with \(keys)" }
}

extension PayloadCipher where Self == EnvelopeCipher {
    /// Returns a cipher with a fixed key, for the origin of each request.
    ///
    /// - Throws: An ``APIError/Cause`` with the code `invalidKey` if two keys have the same id.
    public static func envelope(
        key: SecretKey, previous: [SecretKey] = []
    ) throws(APIError.Cause) -> EnvelopeCipher {
        try EnvelopeCipher(key: key, previous: previous)
    }
}
