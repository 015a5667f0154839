import FoundationEssentials
public import PosthornCore
public import PosthornKeys
internal import RawStructuredFieldValues

/// A signer for HTTP Message Signatures (RFC 9421), which can also verify responses.
///
/// ```swift
/// var signer = MessageSigner(key: try SigningKey(PrivateKey(pem: text, id: "shop-2026")))
/// signer.responseVerifier = SignatureVerifier(key: bankKey)
/// ```
///
/// It signs everything that ``components`` names, and the body through its `Content-Digest`. Nothing is encrypted, and
/// parts that are not named can be changed: use the signer with TLS. See `Documentation/Signing.md`.
public struct MessageSigner: Signer {
    /// The components that are signed and must be present; `@method` and `@target-uri` by default.
    public var components: [SignatureComponent] = [.method, .targetURI]
    /// The components that are signed if the request has them.
    ///
    /// The call fails if such a component is present but can't be signed. By default `content-type`,
    /// `content-encoding`, `authorization`, `idempotency-key`, and the fields by which a preceding cipher
    /// identifies the exchange: `posthorn-exchange` and `posthorn-encapsulated`. Without the last two, an
    /// intermediary can have the response sealed for itself.
    public var componentsIfPresent: [SignatureComponent] =
        ["content-type", "content-encoding", "authorization", "idempotency-key"]
        + ExchangeID.signedFields.map { SignatureComponent($0.canonicalName) }
    /// The algorithm for the body's digest, which is signed as `content-digest`.
    ///
    /// SHA-256 by default. `nil` leaves the body unsigned.
    public var digest: ContentDigest.Algorithm? = .sha256
    /// Whether the digest is also sent and signed as `Repr-Digest`, for servers that require it.
    ///
    /// `false` by default. The two digests are equal for a body without a content coding of its own.
    public var sendsReprDigest = false
    /// The label of the signature in the fields; `sig` by default.
    ///
    /// Several signers of the same call need different labels.
    public var label = "sig"
    /// The time for which the signature is valid, sent as `expires`.
    ///
    /// Must be positive; rounded up to whole seconds. `nil`, the default, sends no `expires`; the server then
    /// judges by `created`.
    public var lifetime: Duration?
    /// Whether the signature has a `nonce` of 128 random bits; `true` by default.
    public var sendsNonce = true
    /// Whether the signature names its algorithm; `true` by default.
    public var sendsAlgorithm = true
    /// The application's `tag`; `nil`, the default, sends none.
    public var tag: String?
    /// The verifier for responses.
    ///
    /// Every response must then cover the request's signature (`"signature";req;key="sig"`), unless
    /// ``bindsResponses`` is `false`. The request also asks for a response without content coding, because the
    /// digest covers the encoded bytes. `nil`, the default, does not verify responses.
    public var responseVerifier: SignatureVerifier?
    /// Whether a response must cover the request's signature; `true` by default.
    ///
    /// If `false`, a response that was signed for another request passes.
    public var bindsResponses = true
    /// Whether the request is signed before the call's cipher seals it; `false` by default.
    ///
    /// The signature of a response is then verified after the cipher has opened it.
    public var signsBeforeSealing = false
    /// The clock that supplies the signed time.
    public var clock: SigningClock
    private let key: any KeyProvider<SigningKey>

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - key: The key that signs, or a provider of it.
    ///   - clock: The clock that supplies the signed time. By default the signer has its own clock.
    public init(key: any KeyProvider<SigningKey>, clock: SigningClock = SigningClock()) {
        self.key = key
        self.clock = clock
    }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? { key.fixedServers }

    /// The signer's name, `HTTP Message Signatures`.
    public var name: String { "HTTP Message Signatures" }

    /// Signs the request.
    ///
    /// - Throws: The key provider's error, or an `APIError.Cause` with the code `sealingFailed`, for
    ///   example if a component is missing, or if the request already has a signature with this label.
    public func sign(_ request: inout TransportRequest) async throws {
        let key = try await key.current(for: request)
        if let digest, request.body != nil {
            let field = try await BodyDigest.field(request.body, digest, for: name)
            try refuseToReplace(.contentDigest, by: field, in: request.headers)
            request.headers[.contentDigest] = field
            if sendsReprDigest { request.headers[.reprDigest] = field }
        }
        if responseVerifier != nil { request.refuseContentCodings() }
        let message = SignedMessage(to: request)
        let input = SignatureInput(
            components: covered(by: message, hasBody: request.body != nil),
            parameters: try parameters(key))
        let signature = try key.sign(input.base(of: message))
        try add(input, signature, to: &request.headers)
    }

    /// Verifies the response, if ``responseVerifier`` is set.
    ///
    /// - Throws: An `APIError.Cause` with the code `openingFailed` or `unknownKey`, or `clockSkewed` if the server refused
    ///   the request and its clock differs by minutes.
    public func verify(_ response: TransportResponse, to request: TransportRequest) async throws {
        guard var verifier = responseVerifier else {
            return try clock.check(response, to: request)
        }
        verifier.clock = verifier.clock ?? clock
        let binding = SignatureComponent("signature").ofRequest.member(label)
        try await clock.check(response, to: request) {
            try await verifier.verify(
                response, to: request, binding: bindsResponses ? binding : nil
            ).covers("date")
        }
    }

    /// Signs the response to a request, as its server does: status, media type, body and the request's signature.
    ///
    /// - Parameter request: The request as it was received, with a signature of this signer's ``label``.
    package func sign(
        _ response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        let key = try await key.current()
        let body = response.isBodiless(to: request) ? nil : HTTPBody(response.body)
        if body != nil {
            response.headers[.contentDigest] = try await BodyDigest.field(
                body, digest ?? .sha256, for: name)
        }
        let message = SignedMessage(response, to: request)
        let binding = SignatureComponent("signature").ofRequest.member(label)
        let optional: [SignatureComponent] = [.contentDigest, "content-type", binding]
        let input = SignatureInput(
            components: [.status] + optional.filter(message.has),
            parameters: try parameters(key))
        let signature = try key.sign(input.base(of: message))
        try add(input, signature, to: &response.headers)
    }

    /// Throws if an earlier signer has signed another value of the field.
    private func refuseToReplace(
        _ name: HTTPField.Name, by field: String, in headers: HTTPFields
    ) throws(APIError.Cause) {
        guard headers[.signatureInput] != nil, let earlier = headers[name], earlier != field else {
            return
        }
        throw APIError.Cause.unsignable(
            "the request has another \(name.rawName) already, which is signed",
            "give all signers of the call one `digest`")
    }

    private func covered(by message: SignedMessage, hasBody: Bool) -> [SignatureComponent] {
        var covered: [SignatureComponent] = []
        // A signature may cover a component only once (RFC 9421, section 2).
        for component in components where !covered.contains(where: component.isSame) {
            covered.append(component)
        }
        var optional = componentsIfPresent
        if digest != nil, hasBody {
            optional.append(.contentDigest)
            if sendsReprDigest { optional.append("repr-digest") }
        }
        for component in optional
        where message.has(component) && !covered.contains(where: component.isSame) {
            covered.append(component)
        }
        return covered
    }

    private func parameters(_ key: SigningKey) throws -> [SignatureComponent.Parameter] {
        let created = Int64(clock.now.timeIntervalSince1970)
        var end: Int64?
        if let lifetime {
            let (seconds, rest) = lifetime.components
            // `expires` is an integer of at most 15 digits (RFC 9651, section 3.3.1).
            try ensure(
                lifetime > .zero && seconds < 100_000_000_000, .sealingFailed,
                "a signature can't be good for \(lifetime)",
                "use a lifetime of some minutes, or nil to leave it to the server")
            end = created + seconds + (rest > 0 ? 1 : 0)
        }
        guard let algorithm = key.algorithm.httpName else {
            throw APIError.Cause.unsignable(
                "RFC 9421 has no algorithm \(key.algorithm)",
                "use Ed25519, ECDSA, RSASSA-PSS with SHA-512 or HMAC with SHA-256")
        }
        let all: [(String, RFC9651BareItem?)] = [
            ("created", .integer(created)), ("expires", end.map { .integer($0) }),
            ("keyid", .string(key.id)), ("alg", sendsAlgorithm ? .string(algorithm) : nil),
            ("nonce", sendsNonce ? .string(ExchangeID.random()) : nil),
            ("tag", tag.map { .string($0) }),
        ]
        return all.compactMap { name, value in value.map { .init(name: name, value: $0) } }
    }

    private func add(
        _ input: SignatureInput, _ signature: Data, to headers: inout HTTPFields
    ) throws {
        let inputs = headers.joined(.signatureInput)
        let signatures = headers.joined(.signature)
        guard
            [inputs, signatures].allSatisfy({
                $0.flatMap(StructuredText.dictionary)?[label] == nil
            })
        else {
            throw APIError.Cause.unsignable(
                "the request has a signature \(label.debugDescription) already",
                "give each signer of the call its own `label`")
        }
        func join(_ earlier: String?, _ text: String) -> String {
            earlier.map { "\($0), \(text)" } ?? text
        }
        do {
            headers[.signatureInput] = join(inputs, try StructuredText.member(label, input.list))
            let bytes = StructuredText.bytes(signature)
            headers[.signature] = join(
                signatures,
                try StructuredText.member(label, .item(.init(bareItem: bytes, parameters: [:]))))
        } catch {
            throw APIError.Cause.unsignable(
                "a header field can't contain the signature's label, key id or tag",
                "use a lower-case label such as sig, and ids of visible ASCII")
        }
    }
}

extension MessageSigner {
    /// `true`.
    public var signsStreams: Bool { true }
    /// Whether the signer accepts streamed responses: `false` if ``responseVerifier`` is set.
    public var verifiesStreams: Bool { responseVerifier == nil }
}
