/// Decides which responses are a success and decodes their bodies.
///
/// Use a policy to change how the opened bytes are decoded. Use a ``PayloadCipher`` to change the bytes
/// themselves. The built-in policies are ``JSONPolicy`` (`.json`), ``EnvelopePolicy`` (`.envelope(…)`),
/// ``TextPolicy`` (`.text`), ``RawPolicy`` (`.raw`) and ``CompoundPolicy`` (`.firstMatching(…)`).
/// PosthornFormats adds `.xml` and `.plist`, and PosthornLoading adds `.image`. A policy is used from many
/// tasks concurrently.
///
/// Only ``decode(_:from:)`` is required. To change a part of another policy, implement
/// ``ResponsePolicyWrapper``.
public protocol ResponsePolicy: Sendable {
    /// The policy's name in errors, such as `json`.
    ///
    /// The default is the type's name.
    var name: String { get }

    /// The media types that the policy reads.
    ///
    /// They are exact types, or the patterns `*/*`, `text/*`, `*/*+json` and `application/*+json`. All except
    /// patterns with a suffix are sent in the `Accept` field. Empty, the default, accepts all types and sends
    /// no field.
    var mediaTypes: [String] { get }

    /// Whether a response with this status is a success.
    ///
    /// The default accepts 200 to 299.
    func accepts(_ status: HTTPResponse.Status) -> Bool

    /// Decodes the output of an accepted response.
    /// - Throws: an ``APIError/Cause``, or any other error; it fails the call.
    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value

    /// Decodes a documented failure.
    ///
    /// The default reads none. The call then asks the policy of the next layer: the service's, then the
    /// client's, then JSON. It asks each policy once.
    /// - Parameter code: The code of the envelope if it documents the failure; `nil` if the status does. An
    ///   ``EnvelopePolicy`` decodes the payload in the first case, and the whole body in the second.
    /// - Throws: an ``APIError/Cause`` with the code `unacceptableMediaType` to leave the failure to the next
    ///   layer. After any other error the call fails with the status, or with the code of the envelope,
    ///   instead of the documented failure.
    func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value

    /// Validates an accepted response of an endpoint that returns nothing.
    ///
    /// The default accepts any body.
    /// - Throws: an ``APIError/Cause``, or any other error; it fails the call.
    func validateEmpty(_ response: TransportResponse) throws

    /// Returns the error code and the message in the response's body, for ``APIError/envelopeError``.
    ///
    /// Returns `nil` if the body has no code, or one that means success. The default throws.
    /// - Throws: any error to leave it to the policy of the layer below.
    func envelopeError(in response: TransportResponse) throws -> APIError.EnvelopeError?

    /// Returns the path of the value in an accepted JSON body, such as `data`.
    ///
    /// The paths of sealed fields are relative to it. The default, `nil`, is the whole body.
    /// - Throws: an ``APIError/Cause`` if the response does not determine the path; it fails a call that has
    ///   sealed fields.
    func payloadPath(in response: TransportResponse) throws -> String?

    /// Returns the policy with which ``TransportResponse/value(at:as:by:)`` reads members of a JSON body.
    ///
    /// With `nil`, the default, they are read with a ``JSONPolicy`` without options.
    /// - Parameter mediaType: The media type of the body; `nil` if the response names none.
    func jsonPolicy(for mediaType: String?) -> JSONPolicy?
}

extension ResponsePolicy {
    /// The name of the type.
    public var name: String { "\(Self.self)" }

    /// Empty, which accepts all media types.
    public var mediaTypes: [String] { [] }

    /// Accepts 200 to 299.
    public func accepts(_ status: HTTPResponse.Status) -> Bool { status.kind == .successful }

    /// Reads no failures, so that the call asks the policy of the next layer.
    /// - Throws: an ``APIError/Cause`` with the code `unacceptableMediaType`.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value {
        throw APIError.Cause.unreadFailure(by: self)
    }

    /// Accepts any body.
    public func validateEmpty(_ response: TransportResponse) throws {}

    /// Reads no envelopes, so that the call asks the policy of the layer below.
    /// - Throws: an ``APIError/Cause``.
    public func envelopeError(in response: TransportResponse) throws -> APIError.EnvelopeError? {
        throw APIError.Cause.unreadFailure(by: self)
    }

    /// Returns `nil`, which is the whole body.
    public func payloadPath(in response: TransportResponse) throws -> String? { nil }

    /// Returns `nil`.
    public func jsonPolicy(for mediaType: String?) -> JSONPolicy? { nil }
}

/// A policy that wraps another one and forwards to it everything that it does not implement itself.
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
    /// The wrapped policy.
    var wrapped: any ResponsePolicy { get }
}

extension ResponsePolicyWrapper {
    /// The wrapped policy's name.
    public var name: String { wrapped.name }

    /// The wrapped policy's media types.
    public var mediaTypes: [String] { wrapped.mediaTypes }

    /// Whether the wrapped policy accepts the status.
    public func accepts(_ status: HTTPResponse.Status) -> Bool { wrapped.accepts(status) }

    /// Decodes with the wrapped policy.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try wrapped.decode(type, from: response)
    }

    /// Decodes with the wrapped policy.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value {
        try wrapped.decodeFailure(type, from: response, code: code)
    }

    /// Validates with the wrapped policy.
    public func validateEmpty(_ response: TransportResponse) throws {
        try wrapped.validateEmpty(response)
    }

    /// Returns the code and the message that the wrapped policy finds.
    public func envelopeError(in response: TransportResponse) throws -> APIError.EnvelopeError? {
        try wrapped.envelopeError(in: response)
    }

    /// Returns the wrapped policy's payload path.
    public func payloadPath(in response: TransportResponse) throws -> String? {
        try wrapped.payloadPath(in: response)
    }

    /// Returns the wrapped policy's JSON policy.
    public func jsonPolicy(for mediaType: String?) -> JSONPolicy? {
        wrapped.jsonPolicy(for: mediaType)
    }
}
