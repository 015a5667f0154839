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
    /// Whether the digest is also sent and signed as `Repr-Digest`, for servers that require it; `false` by default.
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
    /// Whether a response must cover the request's signature, so that no other request's passes; `true` by default.
    public var bindsResponses = true
    /// Whether the request is signed before the call's cipher seals it; `false` by default.
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
    /// `true`.
    public var signsStreams: Bool { true }
    /// Whether the signer accepts streamed responses: `false` if ``responseVerifier`` is set.
    public var verifiesStreams: Bool { responseVerifier == nil }

    /// Signs the request.
    public func sign(_ request: inout TransportRequest) async throws {
        let key = try await key.current(for: request)
        if let digest, request.body != nil {
            let field = try await BodyDigest.field(request.body, digest, for: name)
            let earlier = request.headers[.contentDigest]
            try ensure(
                earlier == nil || earlier == field || request.headers[.signatureInput] == nil,
                .sealingFailed, "the request has another Content-Digest already, which is signed",
                "give all signers of the call one `digest`")
            request.headers[.contentDigest] = field
            if sendsReprDigest { request.headers[.reprDigest] = field }
        }
        if responseVerifier != nil { request.refuseContentCodings() }
        let message = SignedMessage(to: request)
        let components = covered(by: message, hasBody: request.body != nil)
        try addSignature(of: components, of: message, by: key, to: &request.headers)
    }

    /// Verifies the response, if ``responseVerifier`` is set.
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
        try addSignature(
            of: [.status] + optional.filter(message.has), of: message, by: key,
            to: &response.headers)
    }

    private func covered(by message: SignedMessage, hasBody: Bool) -> [SignatureComponent] {
        var optional = componentsIfPresent
        if digest != nil, hasBody {
            optional.append(.contentDigest)
            if sendsReprDigest { optional.append("repr-digest") }
        }
        // A signature may cover a component only once (RFC 9421, section 2).
        return (components + optional.filter(message.has)).reduce(into: []) { covered, component in
            if !covered.contains(where: component.isSame) { covered.append(component) }
        }
    }

    private func parameters(_ key: SigningKey) throws -> SignatureComponent.Parameters {
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
        let algorithm = try key.algorithm.httpName.orThrow(
            .unsignable(
                "RFC 9421 has no algorithm \(key.algorithm)",
                "use Ed25519, ECDSA, RSASSA-PSS with SHA-512 or HMAC with SHA-256"))
        var parameters: SignatureComponent.Parameters = ["created": .integer(created)]
        parameters["expires"] = end.map { .integer($0) }
        parameters["keyid"] = .string(key.id)
        parameters["alg"] = sendsAlgorithm ? .string(algorithm) : nil
        parameters["nonce"] = sendsNonce ? .string(ExchangeID.random()) : nil
        parameters["tag"] = tag.map { .string($0) }
        return parameters
    }

    private func addSignature(
        of components: [SignatureComponent], of message: SignedMessage, by key: SigningKey,
        to headers: inout HTTPFields
    ) throws {
        let input = SignatureInput(components: components, parameters: try parameters(key))
        let signature = StructuredText.bytes(try key.sign(input.base(of: message)))
        let members: [(HTTPField.Name, ItemOrInnerList)] = [
            (.signatureInput, input.list),
            (.signature, .item(.init(bareItem: signature, parameters: [:]))),
        ]
        for (field, member) in members {
            let earlier = headers.joined(field)
            try ensure(
                earlier.flatMap(StructuredField.dictionary)?[label] == nil, .sealingFailed,
                "the request has a signature \(label.debugDescription) already",
                "give each signer of the call its own `label`")
            let text = try attempt({ try StructuredText.dictionary([label: member]) }) { _ in
                .unsignable(
                    "a header field can't contain the signature's label, key id or tag",
                    "use a lower-case label such as sig, and ids of visible ASCII")
            }
            headers[field] = earlier.map { "\($0), \(text)" } ?? text
        }
    }
}
