package import FoundationEssentials
public import PosthornCore
public import PosthornKeys
internal import RawStructuredFieldValues

/// A verifier for HTTP Message Signatures (RFC 9421) of responses and, for servers and tests, of requests.
///
/// A message passes if one of its signatures fulfills all of these conditions:
///
/// - It is by a known key and uses that key's algorithm.
/// - It covers everything that is required.
/// - It is neither too old nor from the future.
///
/// The error names an unknown key, but does not reveal which other condition failed.
///
/// ```swift
/// signer.responseVerifier = SignatureVerifier(key: bankKeys)
/// ```
public struct SignatureVerifier: Sendable {
    /// Whether a signature must cover what identifies its message; `true` by default.
    ///
    /// That is `@status` of a response. Of a request it is `@method`, the URL (`@target-uri`, or `@authority` with
    /// `@request-target` or with `@path` and `@query`), and `posthorn-exchange` and `posthorn-encapsulated` if the request
    /// has them. `false` accepts a signature that covers ``required`` alone, for peers that sign less: such a signature may
    /// be moved to another message. ``requiresDigest`` applies in both cases.
    public var requiresIdentity = true
    /// Further components that a signature must cover; none by default.
    public var required: [SignatureComponent] = []
    /// Whether a body must have a signed `Content-Digest` that matches it; `true` by default.
    ///
    /// An empty response must also have one, for zero bytes, unless it can't have a body (HEAD, 204, 205,
    /// 304).
    public var requiresDigest = true
    /// The maximum age of a signature; five minutes by default.
    ///
    /// A signature without `created` is refused. `nil` accepts any age and a missing `created`. `expires`
    /// applies in any case.
    public var maximumAge: Duration? = .seconds(300)
    /// How far a signature's time may be ahead of the clock; one minute by default.
    public var clockTolerance: Duration = .seconds(60)
    /// The required `tag` of the signature; `nil`, the default, accepts any tag or none.
    public var tag: String?
    /// The memory of the nonces seen so far, which prevents a message from passing twice.
    ///
    /// If set, a signature without a nonce is refused, and so is one that never expires (no ``maximumAge`` and no
    /// `expires`). `nil`, the default, does not check nonces. A response that covers the request's signature belongs to
    /// exactly that request and needs no check.
    public var replayMemory: (any ReplayMemory)?
    /// The clock by which signatures are judged.
    ///
    /// `nil`, the default, means this machine's time, and for the responses of a ``MessageSigner`` the signer's
    /// ``MessageSigner/clock`` with its learned difference.
    public var clock: SigningClock?
    private let keys: any KeyProvider<VerifyingKey>

    /// Creates a verifier.
    ///
    /// - Parameter key: A key, or a provider of the keys that signatures name. It is asked for each signature of a message,
    ///   at most eight times.
    public init(key: any KeyProvider<VerifyingKey>) { keys = key }

    /// Verifies a request, whose body must be in memory.
    ///
    /// - Throws: An `APIError.Cause` with the code `openingFailed` or `unknownKey`.
    public func verify(_ request: TransportRequest) async throws {
        try await verify(request, isUntimed: false)
    }

    /// Returns what the valid signatures of a request sign, and whether each is in time; not empty.
    ///
    /// Ignores ``replayMemory``.
    package func signatures(
        of request: TransportRequest
    ) async throws -> [(base: Data, created: Date?, isInTime: Bool)] {
        try await verify(request, isUntimed: true).map { input, base in
            (base, input.date("created"), isInTime(input))
        }
    }

    @discardableResult
    private func verify(
        _ request: TransportRequest, isUntimed: Bool
    ) async throws -> [Valid] {
        let ofCiphers = ExchangeID.signedFields.filter { request.headers.contains($0) }
            .map { SignatureComponent($0.canonicalName) }
        let urls: [[SignatureComponent]] = [
            [.method, .targetURI], [.method, .authority, .requestTarget],
            [.method, .authority, .path] + (request.query == nil ? [] : [.query]),
        ]
        let body = request.body?.data
        guard request.body == nil || body != nil else { throw APIError.Cause.notVerified }
        return try await verify(
            SignedMessage(to: request), headers: request.headers,
            anyOf: (requiresIdentity ? urls.map { $0 + ofCiphers } : [[]]).map { $0 + required },
            body: body, isUntimed: isUntimed)
    }

    /// Verifies a response.
    ///
    /// - Throws: An `APIError.Cause` with the code `openingFailed` or `unknownKey`.
    public func verify(_ response: TransportResponse, to request: TransportRequest) async throws {
        try await verify(response, to: request, binding: nil)
    }

    /// - Parameter binding: The component of the request that the response must cover; `nil` for none.
    /// - Returns: The valid signature's input.
    @discardableResult
    func verify(
        _ response: TransportResponse, to request: TransportRequest, binding: SignatureComponent?
    ) async throws -> SignatureInput {
        try await verify(
            SignedMessage(response, to: request), headers: response.headers,
            anyOf: [
                (requiresIdentity ? [.status] : []) + required + (binding.map { [$0] } ?? [])
            ],
            body: response.isBodiless(to: request) ? nil : response.body)[0].input
    }

    private typealias Valid = (input: SignatureInput, base: Data)

    /// Verifies a message and returns the first valid signature.
    ///
    /// If ``replayMemory`` is set, all signatures are checked, because each of them could be replayed.
    /// - Parameters:
    ///   - anyOf: Lists of components; the signature must cover one of these lists.
    ///   - isUntimed: Whether to return all valid signatures of any time, without a look at ``replayMemory``.
    @discardableResult
    private func verify(
        _ message: SignedMessage, headers: HTTPFields, anyOf wanted: [[SignatureComponent]],
        body: Data?, isUntimed: Bool = false
    ) async throws -> [Valid] {
        guard let inputs = headers.joined(.signatureInput),
            let signatures = headers.joined(.signature)
        else { throw APIError.Cause.notSigned("Signature field") }
        guard let inputs = StructuredField.dictionary(inputs), inputs.count <= 8,
            let signatures = StructuredField.dictionary(signatures)
        else { throw APIError.Cause.notVerified }
        var unknown: String?
        var right: [Valid] = []
        var uses: [NonceUse] = []
        for (label, member) in inputs {
            guard let input = SignatureInput(member),
                let signature = StructuredText.bytes(signatures[label]),
                isUntimed || isInTime(input), covers(input, wanted, hasBody: body != nil),
                tag == nil || input.text("tag") == tag, let id = input.text("keyid")
            else { continue }
            guard let key = try await keys.key(id: id) else {
                unknown = id
                continue
            }
            guard let algorithm = key.algorithm.httpName,
                [nil, .string(algorithm)].contains(input.parameters["alg"]),
                let base = try? input.base(of: message), key.verifies(signature, of: base),
                digestFits(headers, body, input)
            else { continue }
            if !isUntimed {
                guard replayMemory != nil else { return [(input, base)] }
                guard let use = use(of: input) else { continue }
                uses.append(use)
            }
            right.append((input, base))
        }
        guard !right.isEmpty else {
            throw unknown.map(APIError.Cause.unknownSigner) ?? .notVerified
        }
        // A copy of a signature under another label has the same nonce.
        for (index, use) in uses.enumerated() where !uses[..<index].contains(use) {
            try await replayMemory?.require(use, now: now)
        }
        return right
    }

    private var now: Date { clock?.now ?? Date() }

    private func isInTime(_ input: SignatureInput) -> Bool {
        let now = now
        if input.parameters["expires"] != nil {
            guard let expires = input.date("expires"), expires > now else { return false }
        }
        guard input.parameters["created"] != nil else { return maximumAge == nil }
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
        // A signed digest must match, even if it is not required.
        guard input.covers(.contentDigest) else { return true }
        return BodyDigest.matches(headers.joined(.contentDigest), body ?? Data())
    }

    /// Returns `nil` if there is no nonce, or if the signature never expires, because the nonce could never
    /// be removed.
    private func use(of input: SignatureInput) -> NonceUse? {
        guard let nonce = input.text("nonce"), let id = input.text("keyid") else { return nil }
        let end =
            maximumAge.flatMap { age in
                input.date("created")?.addingTimeInterval(age.seconds + clockTolerance.seconds)
            } ?? input.date("expires")
        return end.map { NonceUse(nonce: nonce, keyID: id, end: $0) }
    }
}

extension SignatureVerifier: RedactedStringConvertible {}
