/// Says which answers are good and how their bytes become values.
///
/// Choose a policy to change what opened bytes mean; choose a ``PayloadCipher`` to change the bytes
/// themselves. Built in are ``JSONPolicy`` (`.json`), ``EnvelopePolicy`` (`.envelope(…)`),
/// ``TextPolicy`` (`.text`), ``ImagePolicy`` (`.image`), ``RawPolicy`` (`.raw`),
/// ``PropertyListPolicy`` (`.plist`) and ``CompoundPolicy`` (`.firstMatching(…)`); PosthornXML has
/// `.xml`. A policy is a value, used from many tasks at once.
public protocol ResponsePolicy: Sendable {
    /// The policy's name in errors, such as `json`.
    var name: String { get }

    /// The media types that it reads: exact ones, `*/*`, `text/*`, `*/*+json` or
    /// `application/*+json`; those without a suffix are sent as `Accept`.
    /// Empty accepts all and sends none. The default is empty.
    var mediaTypes: [String] { get }

    /// Whether an answer with this status is a success. The default is 200 to 299.
    func accepts(_ status: HTTPResponse.Status) -> Bool

    /// Decodes the output of an accepted answer.
    /// - Throws: an ``APIError/Cause``, or any error; it fails the call.
    func value<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value

    /// Decodes a documented failure of an answer that was not accepted.
    ///
    /// The default reads none: the call asks the policy of the next layer, the service's, then the
    /// client's, then JSON. It asks each policy once.
    /// - Throws: an ``APIError/Cause`` with the code `unacceptableMediaType` to leave it to the next
    ///   layer. After any other error the call fails with the status instead of the documented failure.
    func failure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value

    /// Checks an accepted answer of an endpoint that returns nothing. The default takes any body.
    /// - Throws: an ``APIError/Cause``, or any error; it fails the call.
    func acknowledge(_ response: TransportResponse) throws

    /// What the backend says about an answer that was not accepted, for ``APIError/rejection``.
    ///
    /// The default leaves it to the policy of the layer below. `nil`: the answer has no code and message
    /// of its own.
    func rejection(in response: TransportResponse) -> APIError.Rejection?
}

extension ResponsePolicy {
    /// All media types.
    public var mediaTypes: [String] { [] }

    /// 200 to 299.
    public func accepts(_ status: HTTPResponse.Status) -> Bool { status.kind == .successful }

    /// Reads none, so that the policy of the next layer is asked.
    /// - Throws: an ``APIError/Cause`` with the code `unacceptableMediaType`.
    public func failure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        throw APIError.Cause.unreadFailure(by: self)
    }

    /// Takes any body.
    public func acknowledge(_ response: TransportResponse) throws {}

    /// Leaves it to the policy of the layer below.
    public func rejection(in response: TransportResponse) -> APIError.Rejection? {
        response.below.flatMap { $0.policy.rejection(in: $0) }
    }
}
