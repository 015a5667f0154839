/// Says which responses are a success and how their bytes become values.
///
/// Choose a policy to change what opened bytes mean; choose a ``PayloadCipher`` to change the bytes
/// themselves. Built in are ``JSONPolicy`` (`.json`), ``EnvelopePolicy`` (`.envelope(…)`),
/// ``TextPolicy`` (`.text`), ``ImagePolicy`` (`.image`), ``RawPolicy`` (`.raw`),
/// ``PropertyListPolicy`` (`.plist`) and ``CompoundPolicy`` (`.firstMatching(…)`); PosthornXML has
/// `.xml`. A policy is a value, used from many tasks at once.
///
/// Only ``decode(_:from:)`` is required. A policy around another one is a ``ResponsePolicyWrapper``.
public protocol ResponsePolicy: Sendable {
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
    /// its lines and events without calling it. The default is `false`.
    var decodesPlainJSON: Bool { get }
}

extension ResponsePolicy {
    /// The name of the type.
    public var name: String { "\(Self.self)" }

    /// None, which accepts all.
    public var mediaTypes: [String] { [] }

    /// 200 to 299.
    public func accepts(_ status: HTTPResponse.Status) -> Bool { status.kind == .successful }

    /// Reads none, so that the policy of the next layer is asked.
    /// - Throws: an ``APIError/Cause`` with the code `unacceptableMediaType`.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        throw APIError.Cause.unreadFailure(by: self)
    }

    /// Takes any body.
    public func validateEmpty(_ response: TransportResponse) throws {}

    /// Leaves it to the policy of the layer below.
    public func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? {
        response.below.flatMap { $0.policy.envelopeError(in: $0) }
    }

    /// `nil`, the whole body.
    public func payloadPath(in response: TransportResponse) throws -> String? { nil }

    /// `nil`.
    public func jsonPolicy(for mediaType: String?) -> JSONPolicy? { nil }

    /// `false`.
    public var decodesPlainJSON: Bool { false }
}

/// A policy around another one: all that it does not implement itself is done by the other.
///
/// ```swift
/// struct Logging: ResponsePolicyWrapper {
///     let wrapped: any ResponsePolicy
///
///     func decode<Value: Decodable>(
///         _ type: Value.Type, from response: TransportResponse
///     ) throws -> Value {
///         print("decoding \(response.status.code)")
///         return try wrapped.decode(type, from: response)
///     }
/// }
/// ```
public protocol ResponsePolicyWrapper: ResponsePolicy {
    /// The other policy.
    var wrapped: any ResponsePolicy { get }
}

extension ResponsePolicyWrapper {
    /// That of the other policy.
    public var name: String { wrapped.name }

    /// Those of the other policy.
    public var mediaTypes: [String] { wrapped.mediaTypes }

    /// As the other policy has it.
    public func accepts(_ status: HTTPResponse.Status) -> Bool { wrapped.accepts(status) }

    /// Decodes by the other policy.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try wrapped.decode(type, from: response)
    }

    /// Decodes by the other policy.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try wrapped.decodeFailure(type, from: response)
    }

    /// Lets the other policy check it.
    public func validateEmpty(_ response: TransportResponse) throws {
        try wrapped.validateEmpty(response)
    }

    /// What the other policy finds.
    public func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? {
        wrapped.envelopeError(in: response)
    }

    /// That of the other policy.
    public func payloadPath(in response: TransportResponse) throws -> String? {
        try wrapped.payloadPath(in: response)
    }

    /// That of the other policy.
    public func jsonPolicy(for mediaType: String?) -> JSONPolicy? {
        wrapped.jsonPolicy(for: mediaType)
    }
}
