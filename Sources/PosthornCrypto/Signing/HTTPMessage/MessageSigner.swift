import FoundationEssentials
public import Posthorn
internal import RawStructuredFieldValues

/// Signs requests by HTTP Message Signatures (RFC 9421), and verifies the responses if told to.
///
/// ```swift
/// var signer = MessageSigner(key: try SigningKey(PrivateKey(pem: text, id: "shop-2026")))
/// signer.answers = SignatureVerifier([bankKey])
/// ```
///
/// **What it protects:** everything that ``components`` names, the body by its `Content-Digest`: who
/// does not have the key can't change it, and the time and nonce let the server refuse a second copy.
/// With ``answers`` a response belongs to this very request: it covers the request's signature.
/// **What it does not:** nothing is hidden, and what is not named may be changed. Use it with TLS.
public struct MessageSigner: PayloadCipher {
    /// What is signed, and must be there.
    ///
    /// By default `@method` and `@target-uri`.
    public var components: [SignatureComponent] = [.method, .targetURI]
    /// What is signed if the request has it; the call fails if it has it and it can't be signed.
    ///
    /// By default `content-type`, `content-encoding`, `authorization`, `idempotency-key`, and what a cipher
    /// before it says of the exchange: `posthorn-exchange` and `posthorn-encapsulated`. Without these two
    /// whoever is on the way can have the response sealed for himself.
    public var componentsIfPresent: [SignatureComponent] =
        ["content-type", "content-encoding", "authorization", "idempotency-key"]
        + ExchangeID.signedFields.map { SignatureComponent($0.canonicalName) }
    /// With what the digest of a body is made, which is signed as `content-digest`.
    ///
    /// SHA-256 by default; `nil` leaves the body unsigned.
    public var digest: ContentDigest.Algorithm? = .sha256
    /// Whether the digest is sent, and signed, as `Repr-Digest` too, for servers that ask for it.
    ///
    /// The default is `false`. The two are the same for a body without a content coding of its own.
    public var sendsReprDigest = false
    /// The signature's name in the fields; `sig` by default.
    ///
    /// Several signers of a call need several names.
    public var label = "sig"
    /// How long the signature is good, as `expires`; more than zero, rounded up to whole seconds.
    ///
    /// `nil`, the default, leaves that to the server, which goes by `created`.
    public var lifetime: Duration?
    /// Whether the signature has a `nonce` of 128 random bits; `true` by default.
    public var sendsNonce = true
    /// Whether the signature names its algorithm; `true` by default.
    public var sendsAlgorithm = true
    /// The application's `tag`; `nil`, the default, sends none.
    public var tag: String?
    /// Verifies the responses, each of which must cover the request's signature
    /// (`"signature";req;key="sig"`), unless ``bindsAnswers`` is `false`.
    ///
    /// `nil`, the default, takes answers as they are. With it the request asks for a response without
    /// content coding, because that is what a digest is made of.
    public var answers: SignatureVerifier?
    /// Whether a response must cover the request's signature; `true` by default.
    ///
    /// Without it a response that was signed for another request passes.
    public var bindsAnswers = true
    /// The time that is signed.
    public var clock: SigningClock
    private let key: @Sendable () async throws -> SigningKey

    /// Creates a signer with a key that stays.
    /// - Parameter clock: The time that is signed; by default a clock of this signer alone.
    public init(key: SigningKey, clock: SigningClock = SigningClock()) {
        self.init(clock: clock) { key }
    }

    /// Creates a signer whose key is asked for at each attempt.
    public init(
        clock: SigningClock = SigningClock(),
        key: @escaping @Sendable () async throws -> SigningKey
    ) {
        self.key = key
        self.clock = clock
    }

    /// `HTTP Message Signatures`.
    public var name: String { "HTTP Message Signatures" }

    /// Signs the request.
    /// - Throws: a fault of the code `sealingFailed` if a component is missing, or the label is taken.
    public func seal(_ request: inout TransportRequest) async throws {
        let key = try await key()
        if let digest, request.body != nil {
            let field = try await BodyDigest.field(request.body, digest, for: name)
            try refuseToReplace(.contentDigest, by: field, in: request.headers)
            request.headers[.contentDigest] = field
            if sendsReprDigest { request.headers[.reprDigest] = field }
        }
        if answers != nil { request.refuseContentCodings() }
        let message = SignedMessage(to: request)
        let input = SignatureInput(
            components: covered(by: message, hasBody: request.body != nil),
            parameters: try parameters(key))
        let signature = try key.sign(input.base(of: message))
        try add(input, signature, to: &request.headers)
    }

    /// Verifies the response, if ``answers`` says how.
    /// - Throws: a fault of the code `openingFailed`, ``Posthorn/APIError/Code/unknownKey``, or
    ///   ``Posthorn/APIError/Code/clockSkewed`` if the server refused and its clock is minutes away.
    public func open(
        _ response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        guard let answers else { return try clock.check(response, to: request) }
        let clock = clock
        let binding = SignatureComponent("signature").ofRequest.member(label)
        let response = response
        try await clock.check(response, to: request) {
            try await answers.judging(by: clock).verify(
                response, to: request, binding: bindsAnswers ? binding : nil
            ).covers("date")
        }
    }

    /// An earlier signer has signed the one that is there.
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
        // A component is covered once (RFC 9421, section 2).
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
            // Its end is an integer of 15 digits at most (RFC 9651, section 3.3.1).
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
                "the signature's label, key id or tag can't stand in a header field",
                "use a lower-case label such as sig, and ids of visible ASCII")
        }
    }
}

extension MessageSigner: RedactedStringConvertible {
    /// The name and the components.
    public var description: String {
        "\(name)(\(components.map(\.description).joined(separator: " ")))"
    }
}
