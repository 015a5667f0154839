import FoundationEssentials
public import Posthorn
internal import RawStructuredFieldValues

/// Verifies HTTP Message Signatures (RFC 9421), of responses and, for servers and tests, of requests.
///
/// A message passes if one of its signatures is made by a known key with the algorithm of that key,
/// covers everything that is required, and is neither too old nor from a time to come. What is wrong
/// with one that does not pass is not told.
///
/// ```swift
/// signer.answers = SignatureVerifier { id in try await bank.key(id) }
/// ```
public struct SignatureVerifier: Sendable {
    /// What a signature must cover.
    ///
    /// `nil`, the default, requires `@status` of a response, and of a request `@method` with either
    /// `@target-uri`, or `@authority` and `@request-target`, or `@authority` and `@path` and, if the
    /// request has a query, `@query`; and `posthorn-exchange` and `posthorn-encapsulated` of a request that
    /// has them. A list requires what it names and nothing else: one for requests names the query too.
    /// ``requiresDigest`` adds to either.
    public var required: [SignatureComponent]?
    /// Whether a body must have a signed `Content-Digest` that is its own; `true` by default.
    ///
    /// An empty response has one too, of no bytes, unless it can't have a body (HEAD, 204, 205, 304).
    public var requiresDigest = true
    /// How old a signature may be: five minutes by default.
    ///
    /// One without `created` is refused.
    /// `nil` takes any age, and none; `expires` counts in any case.
    public var maximumAge: Duration? = .seconds(300)
    /// How far a signature's time may be ahead of ours: a minute by default.
    public var clockTolerance: Duration = .seconds(60)
    /// What the signature's `tag` must be; `nil`, the default, takes any and none.
    public var tag: String?
    /// The nonces that were seen, so that no message passes twice; a signature without one is refused,
    /// and so is one that is good for ever (no ``maximumAge`` and no `expires`).
    ///
    /// Of several signatures that are right all nonces are kept, and none may be known.
    ///
    /// `nil`, the default, does not look: a response that covers the request's signature is the response
    /// to that one request anyway.
    public var nonces: NonceMemory?
    /// The time by which signatures are judged.
    ///
    /// By default this machine's, and of a signer's responses the time of the signer's
    /// ``MessageSigner/clock``, with what it has learned.
    public var clock = SigningClock() {
        didSet { hasOwnClock = true }
    }
    private var hasOwnClock = false
    private let keys: @Sendable (String) async throws -> VerifyingKey?

    /// Creates a verifier.
    /// - Parameter keys: Gives the key of an id, and `nil` for ids that are not known. Asked for every
    ///   signature of a message, at most for eight.
    public init(keys: @escaping @Sendable (String) async throws -> VerifyingKey?) {
        self.keys = keys
    }

    /// The same verifier with the clock of a signer, unless it was given one.
    func judging(by signersClock: SigningClock) -> SignatureVerifier {
        guard !hasOwnClock else { return self }
        var verifier = self
        verifier.clock = signersClock
        return verifier
    }

    /// Creates a verifier with the keys that it may need.
    public init(_ keys: [VerifyingKey]) {
        self.init { id in keys.first { Array($0.id.utf8) == Array(id.utf8) } }
    }

    /// Verifies a request, whose body must be in memory.
    /// - Throws: a fault of the code `openingFailed` or ``Posthorn/APIError/Code/unknownKey``.
    public func verify(_ request: TransportRequest) async throws {
        let ofCiphers = ExchangeID.signedFields.filter { request.headers.contains($0) }
            .map { SignatureComponent($0.canonicalName) }
        let urls: [[SignatureComponent]] = [
            [.method, .targetURI], [.method, .authority, .requestTarget],
            [.method, .authority, .path] + (request.query == nil ? [] : [.query]),
        ]
        let body = request.body?.data
        guard request.body == nil || body != nil else { throw APIError.Cause.notVerified }
        try await verify(
            SignedMessage(to: request), headers: request.headers,
            anyOf: required.map { [$0] } ?? urls.map { $0 + ofCiphers }, body: body)
    }

    /// Verifies a response.
    /// - Throws: a fault of the code `openingFailed` or ``Posthorn/APIError/Code/unknownKey``.
    public func verify(_ response: TransportResponse, to request: TransportRequest) async throws {
        try await verify(response, to: request, binding: nil)
    }

    /// - Parameter binding: What of the request the response must cover.
    /// - Returns: What the signature covers.
    @discardableResult
    func verify(
        _ response: TransportResponse, to request: TransportRequest, binding: SignatureComponent?
    ) async throws -> SignatureInput {
        try await verify(
            SignedMessage(response, to: request), headers: response.headers,
            anyOf: [(required ?? [.status]) + (binding.map { [$0] } ?? [])],
            body: response.isBodiless(to: request) ? nil : response.body)
    }

    /// - Parameter anyOf: Lists of components, one of which must be covered.
    /// - Returns: The first signature that is right; with ``nonces`` all of them are looked at, as each
    ///   could be sent again.
    @discardableResult
    private func verify(
        _ message: SignedMessage, headers: HTTPFields, anyOf wanted: [[SignatureComponent]],
        body: Data?
    ) async throws -> SignatureInput {
        guard let inputs = headers.joined(.signatureInput),
            let signatures = headers.joined(.signature)
        else { throw APIError.Cause.notSigned("Signature field") }
        guard let inputs = StructuredText.dictionary(inputs), inputs.count <= 8,
            let signatures = StructuredText.dictionary(signatures)
        else { throw APIError.Cause.notVerified }
        var unknown: String?
        var right: (first: SignatureInput, uses: [NonceMemory.Use])?
        for (label, member) in inputs {
            guard let input = SignatureInput(member),
                let signature = StructuredText.bytes(signatures[label]),
                isInTime(input), covers(input, wanted, hasBody: body != nil),
                tag == nil || input.text("tag") == tag, let id = input.text("keyid")
            else { continue }
            guard let key = try await keys(id) else {
                unknown = id
                continue
            }
            if let named = input.parameter("alg"),
                named != key.algorithm.httpName.map({ .string($0) })
            {
                continue
            }
            guard key.algorithm.httpName != nil, let base = try? input.base(of: message),
                key.verifies(signature, of: base), digestFits(headers, body, input)
            else { continue }
            guard nonces != nil else { return input }
            guard let use = use(of: input) else { continue }
            right = (right?.first ?? input, (right?.uses ?? []) + [use])
        }
        guard let right else { throw unknown.map(APIError.Cause.unknownSigner) ?? .notVerified }
        guard nonces?.keep(right.uses, now: clock.now) == true else {
            throw APIError.Cause.notVerified
        }
        return right.first
    }

    private func isInTime(_ input: SignatureInput) -> Bool {
        let now = clock.now
        if input.parameter("expires") != nil {
            guard let expires = input.date("expires"), expires > now else { return false }
        }
        guard input.parameter("created") != nil else { return maximumAge == nil }
        guard let created = input.date("created"),
            created <= now.addingTimeInterval(clockTolerance.seconds)
        else { return false }
        guard let maximumAge else { return true }
        return now.timeIntervalSince(created) <= maximumAge.seconds
    }

    private func covers(
        _ input: SignatureInput, _ wanted: [[SignatureComponent]], hasBody: Bool
    ) -> Bool {
        wanted.contains { $0.allSatisfy(input.covers) }
            && (!hasBody || !requiresDigest || input.covers(.contentDigest))
    }

    private func digestFits(_ headers: HTTPFields, _ body: Data?, _ input: SignatureInput) -> Bool {
        // A digest that is signed must be right, required or not.
        guard input.covers(.contentDigest) else { return true }
        return BodyDigest.matches(headers.joined(.contentDigest), body ?? Data())
    }

    /// The nonce of a signature; `nil` if it has none, or is good for ever and so would be kept for ever.
    private func use(of input: SignatureInput) -> NonceMemory.Use? {
        guard let nonce = input.text("nonce"), let id = input.text("keyid") else { return nil }
        let end =
            maximumAge.flatMap { age in
                input.date("created")?.addingTimeInterval(age.seconds + clockTolerance.seconds)
            } ?? input.date("expires")
        return end.map { NonceMemory.Use(of: nonce, by: id, until: $0) }
    }
}

extension SignatureVerifier: CustomStringConvertible {
    /// What is required.
    public var description: String {
        "SignatureVerifier(requires: \(required?.map(\.description).joined(separator: " ") ?? "the usual"))"
    }
}
