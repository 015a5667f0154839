package import FoundationEssentials
public import PosthornCore
public import PosthornCrypto

/// The server's half of `EnvelopeCipher`.
///
/// ```swift
/// let server = try EnvelopeServer(key: key, audience: "https://api.example.com")
/// var request = received
/// try await server.open(&request)
/// var response = try await handle(request)
/// try await server.seal(&response, to: received)
/// ```
///
/// It refuses a request for another audience, one that was received before, and one outside the time window, if there
/// is one. All defects of a request have one message, which does not tell an attacker more.
public struct EnvelopeServer: ServerCipher {
    private let envelope: SealedExchange
    private let keys: any KeyProvider<SecretKey>
    private let memory: (any ReplayMemory)?
    private let timeWindow: Duration?
    private let suite: EnvelopeCipher.Suite

    /// Creates a server's cipher.
    ///
    /// - Parameters:
    ///   - key: The key, or a provider of keys: a `KeyRing` with previous keys that clients may still use, or
    ///     `RefreshingKeys`.
    ///   - suite: The algorithms. AES by default.
    ///   - audience: The server that requests are for. Clients use the origin of their base URL, such as
    ///     `https://api.example.com`, unless they are given another text.
    ///   - timeWindow: The greatest difference between the clock and the time of a request. 5 minutes by default;
    ///     `nil` accepts any time, so that the memory has to remember each exchange for as long as its key is in use.
    ///     Requests of version 1 have no time and are remembered as long.
    ///   - memory: Remembers the exchanges. A memory in the process by default, which serves one instance and forgets all
    ///     when the process ends. With `nil`, the server opens a request as often as it is received.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if a fixed key does not fit the suite.
    public init(
        key: any KeyProvider<SecretKey>, suite: EnvelopeCipher.Suite = .aes256GCM,
        audience: String, timeWindow: Duration? = .seconds(300),
        memory: (any ReplayMemory)? = LocalReplayMemory()
    ) throws(APIError.Cause) {
        try self.init(
            key: key, suite: suite, audience: audience, timeWindow: timeWindow, memory: memory,
            now: { Date() })
    }

    /// Creates a server's cipher with a given clock, for tests.
    package init(
        key: any KeyProvider<SecretKey>, suite: EnvelopeCipher.Suite, audience: String,
        timeWindow: Duration? = nil, memory: (any ReplayMemory)? = LocalReplayMemory(),
        now: @escaping @Sendable () -> Date
    ) throws(APIError.Cause) {
        try key.checkFixed { key throws(APIError.Cause) in try suite.check(key) }
        keys = key
        self.memory = memory
        self.timeWindow = timeWindow
        self.suite = suite
        envelope = SealedExchange(
            suite.format, audience: audience, timeWindow: timeWindow, now: now)
    }

    /// Whether a response without a body can be sealed: not in version 1.
    public var sealsResponsesWithoutBody: Bool { suite.hasTime }

    /// The name of the algorithms, such as `XAES-256-GCM`.
    public var name: String { suite.name }

    /// Opens a request.
    ///
    /// In version 1, a request without a body passes as it is: nothing in it is authenticated.
    /// - Throws: The provider's or the memory's error, or an `APIError.Cause` with the code `unknownKey` or
    ///   `openingFailed`.
    public func open(_ request: inout TransportRequest) async throws {
        guard let received = try envelope.received(request) else { return }
        let keys = try suite.keys(of: try await key(of: received))
        let opened = try envelope.open(received, of: request, with: keys)
        // Twice the window: a request may be as far ahead of the clock as behind it. Version 1 has no time to check.
        let lifetime = suite.hasTime ? timeWindow.map { $0 * 2 } : nil
        try await memory?.require(
            opened.exchange, ofKey: received.keyID, in: name, for: lifetime)
        opened.replaceEnvelope(in: &request)
    }

    /// Seals the response to a request with the key that sealed the request.
    ///
    /// A response without a body, such as a 204, is sealed in a header field.
    /// - Throws: The provider's error, or an `APIError.Cause` with the code `unknownKey`, `openingFailed` or
    ///   `sealingFailed`.
    public func seal(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        let received = try envelope.received(request)
        let key =
            if let received { try await key(of: received) } else { try await keys.current() }
        try envelope.seal(&response, to: request, with: suite.keys(of: key))
    }

    private func key(of received: SealedExchange.Received) async throws -> SecretKey {
        guard let key = try await keys.key(id: received.keyID) else {
            throw APIError.Cause(
                .unknownKey, "the request is sealed with a key that this server does not have",
                advice:
                    "give it to the server, as its key or among the previous ones of a `KeyRing`")
        }
        return key
    }
}
