/// Says which responses are a success and how their bytes become values.
///
/// Choose a policy to change what opened bytes mean; choose a ``PayloadCipher`` to change the bytes
/// themselves. Built in are ``JSONPolicy`` (`.json`), ``EnvelopePolicy`` (`.envelope(…)`),
/// ``TextPolicy`` (`.text`), ``ImagePolicy`` (`.image`), ``RawPolicy`` (`.raw`),
/// ``PropertyListPolicy`` (`.plist`) and ``CompoundPolicy`` (`.firstMatching(…)`); PosthornXML has
/// `.xml`. A policy is a value, used from many tasks at once.
///
/// Only ``decode(_:from:)`` is required. A policy around another one gives it as its ``base``, and
/// all that it does not implement itself is the base's:
///
/// ```swift
/// struct Logging: ResponsePolicy {
///     var base: (any ResponsePolicy)?
///
///     func decode<Value: Decodable>(
///         _ type: Value.Type, from response: TransportResponse
///     ) throws -> Value {
///         print("decoding \(response.status.code)")
///         return try (base ?? .json).decode(type, from: response)
///     }
/// }
/// ```
public protocol ResponsePolicy: Sendable {
    /// The policy that this one wraps: the other requirements ask it unless you implement them.
    ///
    /// The default is `nil`.
    var base: (any ResponsePolicy)? { get }

    /// The policy's name in errors, such as `json`. The default is the type's name.
    var name: String { get }

    /// The media types that it reads: exact ones, `*/*`, `text/*`, `*/*+json` or
    /// `application/*+json`; those without a suffix are sent as `Accept`.
    /// Empty accepts all and sends none. The default is empty.
    var mediaTypes: [String] { get }

    /// Whether a response with this status is a success. The default is 200 to 299.
    func accepts(_ status: HTTPResponse.Status) -> Bool

    /// Decodes the output of an accepted response.
    /// - Throws: an ``APIError/Cause``, or any error; it fails the call.
    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value

    /// Decodes a documented failure.
    ///
    /// The default reads none: the call asks the policy of the next layer, the service's, then the
    /// client's, then JSON. It asks each policy once.
    /// - Throws: an ``APIError/Cause`` with the code `unacceptableMediaType` to leave it to the next
    ///   layer. After any other error the call fails with the status, or with the code of the envelope,
    ///   instead of the documented failure.
    func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value

    /// Checks an accepted response of an endpoint that returns nothing. The default takes any body.
    /// - Throws: an ``APIError/Cause``, or any error; it fails the call.
    func validateEmpty(_ response: TransportResponse) throws

    /// The code and the message with which the backend refuses the call in the response's body, for
    /// ``APIError/envelopeError``.
    ///
    /// The default leaves it to the policy of the layer below. `nil`: the body has no code, or one
    /// that means success.
    func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError?

    /// The path of the value in an accepted JSON body, such as `data`: sealed fields are looked for
    /// below it. The default, `nil`, is the whole body.
    /// - Throws: an ``APIError/Cause`` if the response alone does not tell; it fails a call that has
    ///   sealed fields.
    func payloadPath(in response: TransportResponse) throws -> String?

    /// How members of a JSON body are read, by ``TransportResponse/value(at:as:)``. The default, `nil`,
    /// is as ``JSONPolicy`` without options does.
    /// - Parameter mediaType: The media type of the body; `nil` if the response names none.
    func jsonPolicy(for mediaType: String?) -> JSONPolicy?

    /// Whether ``decode(_:from:)`` reads the body as JSON and does nothing else. Then a stream may read
    /// its lines and events without calling it. The default is `false`, also for a policy with a ``base``.
    var decodesPlainJSON: Bool { get }
}

extension ResponsePolicy {
    /// `nil`: the policy wraps no other.
    public var base: (any ResponsePolicy)? { nil }

    /// The name of the base, or of the type.
    public var name: String { base?.name ?? "\(Self.self)" }

    /// Those of the base, or all.
    public var mediaTypes: [String] { base?.mediaTypes ?? [] }

    /// As the base has it, or 200 to 299.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        base?.accepts(status) ?? (status.kind == .successful)
    }

    /// Leaves it to the base; without one it reads none, so that the policy of the next layer is asked.
    /// - Throws: an ``APIError/Cause``; without a base one with the code `unacceptableMediaType`.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        guard let base else { throw APIError.Cause.unreadFailure(by: self) }
        return try base.decodeFailure(type, from: response)
    }

    /// Leaves it to the base, or takes any body.
    public func validateEmpty(_ response: TransportResponse) throws {
        try base?.validateEmpty(response)
    }

    /// Leaves it to the base, or to the policy of the layer below.
    public func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? {
        if let base { return base.envelopeError(in: response) }
        return response.below.flatMap { $0.policy.envelopeError(in: $0) }
    }

    /// That of the base, or the whole body.
    public func payloadPath(in response: TransportResponse) throws -> String? {
        try base?.payloadPath(in: response)
    }

    /// That of the base, or `nil`.
    public func jsonPolicy(for mediaType: String?) -> JSONPolicy? {
        base?.jsonPolicy(for: mediaType)
    }

    /// `false`.
    public var decodesPlainJSON: Bool { false }
}
