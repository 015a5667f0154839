import FoundationEssentials
public import PosthornCore

/// A signer with HMAC-SHA256 that covers the method, host, path, query, selected header fields and body.
///
/// The signature also covers a time and a nonce. The signer can verify responses that are signed in the same
/// way. Use it for servers that share a secret with the client and have no signature format of their own.
/// `Documentation/Signing.md` specifies the signed text for other implementations.
///
/// A verified response belongs to exactly this attempt. Nothing is encrypted, and header fields that are not selected can
/// be changed: use the signer with TLS.
public struct HMACSigner: Signer {
    /// The header field for the key's id; `X-Key-Id` by default.
    public var keyIDField = HTTPField.Name(token: "X-Key-Id")
    /// The header field for the time in seconds since 1970; `X-Timestamp` by default.
    public var timeField = HTTPField.Name(token: "X-Timestamp")
    /// The header field for the nonce, which responses do not have; `X-Nonce` by default.
    public var nonceField = HTTPField.Name(token: "X-Nonce")
    /// The header field for the HMAC in hexadecimal digits; `X-Signature` by default.
    public var signatureField = HTTPField.Name(token: "X-Signature")
    /// The header fields that are signed.
    ///
    /// By default `Content-Type`, `Authorization` and `Idempotency-Key`. A field that the message lacks is signed as
    /// absent, so nobody can add it. The `Posthorn-Exchange` and `Posthorn-Encapsulated` of a cipher are always signed.
    public var signedFields: [HTTPField.Name] = [.contentType, .authorization, .idempotencyKey]
    /// Whether a response must be signed for this attempt; `false` by default.
    ///
    /// If `true`, the request asks for a response without content coding.
    public var verifiesResponses = false
    /// The maximum difference between a message's time and the clock's; five minutes by default.
    public var window: Duration = .seconds(300)
    /// Whether the request is signed before the call's cipher seals it; `false` by default.
    public var signsBeforeSealing = false
    /// The clock that supplies the signed time.
    public let clock: SigningClock
    private let keys: any KeyProvider<SecretKey>

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - key: A key, or a provider of the current key, which signs, and the key that a response names. The signer
    ///     derives a key of its own from it.
    ///   - clock: The clock that supplies the signed time. By default the signer has its own clock.
    public init(key: any KeyProvider<SecretKey>, clock: SigningClock = SigningClock()) {
        keys = key
        self.clock = clock
    }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? { keys.fixedServers }

    /// The signer's name, `HMAC-SHA256`.
    public var name: String { "HMAC-SHA256" }
    /// `true`.
    public var signsStreams: Bool { true }
    /// Whether the signer accepts streamed responses: `false` if ``verifiesResponses`` is set.
    public var verifiesStreams: Bool { !verifiesResponses }

    /// Signs the request with a fresh nonce.
    public func sign(_ request: inout TransportRequest) async throws {
        let key = try await keys.current(for: request)
        try key.requireFieldID()
        request.headers[keyIDField] = key.id
        request.headers[timeField] = String(Int64(clock.now.timeIntervalSince1970))
        request.headers[nonceField] = ExchangeID.random()
        if verifiesResponses { request.refuseContentCodings() }
        let text = HMACText.request(
            request, self, bodyHash: try await request.body.hexDigest(for: name))
        request.headers[signatureField] = HexDigit.text(of: try HMACText.code(of: text, by: key))
    }

    /// Verifies the response, if ``verifiesResponses`` is set.
    public func verify(_ response: TransportResponse, to request: TransportRequest) async throws {
        guard verifiesResponses else { return try clock.check(response, to: request) }
        try await clock.check(response, to: request) {
            _ = try response.headers[signatureField].orThrow(.notSigned(signatureField.rawName))
            let text = HMACText.response(response, to: request, self)
            try await verify(response.headers, text)
            return signedFields.contains(.date)
        }
    }

    /// Verifies a request signed with one of this signer's keys, for servers and tests.
    ///
    /// - Parameters:
    ///   - request: The signed request.
    ///   - memory: The memory of the nonces seen so far. A request whose nonce is among them is refused.
    /// - Throws: The provider's error, or an `APIError.Cause` with the code `openingFailed`, `invalidKey` or `unknownKey`.
    public func verify(_ request: TransportRequest, memory: any ReplayMemory) async throws {
        guard let nonce = request.headers[nonceField], !nonce.isEmpty,
            request.headers[signatureField] != nil
        else { throw APIError.Cause.notSigned(signatureField.rawName) }
        let text = HMACText.request(
            request, self, bodyHash: try await request.body.hexDigest(for: name))
        try await verify(request.headers, text)
        let now = clock.now
        // A message whose time is ahead of the clock stays valid for up to twice the window.
        let use = NonceUse(
            nonce: nonce, keyID: request.headers[keyIDField] ?? "",
            end: now.addingTimeInterval(2 * window.seconds))
        try await memory.require(use, now: now)
    }

    /// Signs the response to a request, as its server does: with the key that signed the request.
    package func sign(
        _ response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        let id = request.headers[keyIDField] ?? ""
        let key = try await keys.key(id: id).orThrow(.unknownSigner(id))
        response.headers[keyIDField] = id
        response.headers[timeField] = String(Int64(clock.now.timeIntervalSince1970))
        let text = HMACText.response(response, to: request, self)
        response.headers[signatureField] = HexDigit.text(of: try HMACText.code(of: text, by: key))
    }

    private func verify(_ headers: HTTPFields, _ text: Data) async throws {
        guard let id = headers[keyIDField],
            let time = headers[timeField].flatMap({ Int64($0) }),
            let signature = headers[signatureField].flatMap({ HexDigit.bytes(of: $0) })
        else { throw APIError.Cause.notVerified }
        guard let key = try await keys.key(id: id) else { throw APIError.Cause.unknownSigner(id) }
        guard AuthenticationCode.isSame(Data(signature), as: try HMACText.code(of: text, by: key)),
            abs(TimeInterval(time) - clock.now.timeIntervalSince1970) <= window.seconds
        else { throw APIError.Cause.notVerified }
    }
}
