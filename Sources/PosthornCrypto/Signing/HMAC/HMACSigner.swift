internal import Crypto
import FoundationEssentials
public import Posthorn

/// Signs requests with HMAC-SHA256 over method, host, path, query, chosen header fields and body, with a
/// time and a nonce, and verifies answers that are signed in the same way.
///
/// For servers that share a secret with the client and have no signature format of their own.
/// `Documentation/Signing.md` has the text that is signed, for other languages.
///
/// **What it protects:** all of that: who does not have the secret can't change it, and the server,
/// which keeps the nonces of some minutes, refuses a second copy. A verified response belongs to this
/// very attempt. **What it does not:** nothing is hidden; fields that are not chosen may be changed;
/// the server could have signed what the client did. Use it with TLS.
public struct HMACSigner: PayloadCipher {
    /// The header fields that carry the signature.
    public struct Fields: Sendable, Hashable {
        /// The key's id.
        public var keyID: HTTPField.Name
        /// The time in seconds since 1970.
        public var time: HTTPField.Name
        /// The nonce; a response has none.
        public var nonce: HTTPField.Name
        /// The code, in hexadecimal digits.
        public var signature: HTTPField.Name

        /// Creates a set of names.
        public init(
            keyID: HTTPField.Name, time: HTTPField.Name, nonce: HTTPField.Name,
            signature: HTTPField.Name
        ) {
            self.keyID = keyID
            self.time = time
            self.nonce = nonce
            self.signature = signature
        }

        /// `X-Key-Id`, `X-Timestamp`, `X-Nonce`, `X-Signature`.
        public static let usual = Fields(
            keyID: .init(token: "X-Key-Id"), time: .init(token: "X-Timestamp"),
            nonce: .init(token: "X-Nonce"), signature: .init(token: "X-Signature"))
    }

    /// The header fields that carry the signature; ``Fields/usual`` by default.
    public var fields = Fields.usual
    /// The header fields that are signed, those that a message lacks included: nobody can add them.
    ///
    /// By default `Content-Type`, `Authorization` and `Idempotency-Key`. `Posthorn-Exchange` and
    /// `Posthorn-Encapsulated` of a request that a cipher has sealed are signed in any case.
    public var signedFields: [HTTPField.Name] = [.contentType, .authorization, .idempotencyKey]
    /// Whether a response must be signed for this attempt; `false` by default.
    ///
    /// With it the request asks for a response without content coding.
    public var verifiesAnswers = false
    /// How far a message's time may be from ours; five minutes by default.
    public var window: Duration = .seconds(300)
    /// Whether keys may be shorter than the hash, 32 bytes, as a backend of old may have them; `false` by
    /// default.
    public var allowsShortKeys = false
    /// The time that is signed.
    public let clock: SigningClock
    private let keys: any KeyProvider<SecretKey>

    /// Creates a signer.
    /// - Parameters:
    ///   - keys: The current one signs; a response may name any that it has.
    ///   - clock: The time that is signed; by default a clock of this signer alone.
    public init(keys: any KeyProvider<SecretKey>, clock: SigningClock = SigningClock()) {
        self.keys = keys
        self.clock = clock
    }

    /// Creates a signer with a key that stays.
    public init(key: SecretKey, clock: SigningClock = SigningClock()) {
        self.init(keys: SingleKey(key: key), clock: clock)
    }

    /// `HMAC-SHA256`.
    public var name: String { "HMAC-SHA256" }

    /// Signs the request with a fresh nonce.
    public func seal(_ request: inout TransportRequest) async throws {
        let key = try await keys.current()
        try key.requireHMAC(allowsShortKeys: allowsShortKeys)
        try key.requireFieldID()
        request.headers[fields.keyID] = key.id
        request.headers[fields.time] = String(Int64(clock.now.timeIntervalSince1970))
        request.headers[fields.nonce] = ExchangeID.random()
        if verifiesAnswers { request.refuseContentCodings() }
        let text = HMACText.request(
            request, fields, signedFields, bodyHash: try await request.body.hexDigest(for: name))
        request.headers[fields.signature] = LowerHex.text(
            HMAC<SHA256>.authenticationCode(for: text, using: key.secret))
    }

    /// Verifies the response, if ``verifiesAnswers`` says so.
    /// - Throws: a fault of the code `openingFailed`, ``Posthorn/APIError/Code/unknownKey``, or
    ///   ``Posthorn/APIError/Code/clockSkewed`` if the server refused and its clock is minutes away.
    public func open(
        _ response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        guard verifiesAnswers else { return try clock.check(response, to: request) }
        let response = response
        try await clock.check(response, to: request) {
            _ = try response.headers[fields.signature].orThrow(
                .notSigned(fields.signature.rawName))
            let text = HMACText.response(response, to: request, fields, signedFields)
            try await verify(response.headers, text)
            return signedFields.contains(.date)
        }
    }

    /// Verifies a request that this signer or another with the same key has signed: for servers and
    /// tests.
    /// - Parameter nonces: Those that were seen, so that no request passes twice.
    /// - Throws: a fault of the code `openingFailed` or ``Posthorn/APIError/Code/unknownKey``.
    public func verify(_ request: TransportRequest, nonces: NonceMemory) async throws {
        guard let nonce = request.headers[fields.nonce], !nonce.isEmpty,
            request.headers[fields.signature] != nil
        else { throw APIError.Cause.notSigned(fields.signature.rawName) }
        let text = HMACText.request(
            request, fields, signedFields, bodyHash: try await request.body.hexDigest(for: name))
        try await verify(request.headers, text)
        let now = clock.now
        // A time ahead of ours lets a message live for twice the window.
        let end = now.addingTimeInterval(2 * window.seconds)
        let use = NonceMemory.Use(of: nonce, by: request.headers[fields.keyID] ?? "", until: end)
        guard nonces.keep([use], now: now) else { throw APIError.Cause.notVerified }
    }

    private func verify(_ headers: HTTPFields, _ text: Data) async throws {
        guard let id = headers[fields.keyID],
            let time = headers[fields.time].flatMap({ Int64($0) }),
            let signature = headers[fields.signature].flatMap({ LowerHex.bytes($0) })
        else { throw APIError.Cause.notVerified }
        guard let key = try await keys.key(id: id) else { throw APIError.Cause.unknownSigner(id) }
        try key.requireHMAC(allowsShortKeys: allowsShortKeys)
        let own = Data(HMAC<SHA256>.authenticationCode(for: text, using: key.secret))
        guard AuthenticationCode.isSame(signature, as: own),
            abs(TimeInterval(time) - clock.now.timeIntervalSince1970) <= window.seconds
        else { throw APIError.Cause.notVerified }
    }
}

extension HMACSigner: RedactedStringConvertible {
    /// The name.
    public var description: String { name }
}
