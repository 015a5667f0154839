/// One call of a service as a value: what it sends, what it returns, how it fails.
///
/// Generated from the spec, or written by hand. The value can be logged, compared and tested
/// without a network; ``APIService/send(_:)`` sends it.
public protocol Endpoint: Sendable, CustomStringConvertible {
    /// What a successful call returns. The default is `Void`.
    associatedtype Output: Sendable = Void
    /// What a call throws. The default is ``APIError``.
    associatedtype Failure: EndpointFailure = APIError

    /// The endpoint's name in errors and logs, such as `createOrder`.
    static var name: String { get }

    /// Says what this call sends. The service's common parameters are already in the builder, and
    /// what the endpoint sets wins over them.
    /// - Throws: when a value can't be sent, such as a line break in a header field.
    func build(_ request: inout RequestBuilder) throws

    /// Makes the output of an accepted, opened response. The default decodes it by the response
    /// policy of the call.
    static func output(from response: ReceivedResponse) throws -> Output
}

extension Endpoint {
    /// The endpoint's name: parameters may be secrets.
    public var description: String { Self.name }
}

extension Endpoint where Output: Decodable {
    /// Decodes the output by the response policy of the call.
    public static func output(from response: ReceivedResponse) throws -> Output {
        try response.value()
    }
}

extension Endpoint where Output == Void {
    /// Lets the response policy check the answer and returns nothing.
    public static func output(from response: ReceivedResponse) throws {
        try response.acknowledge()
    }
}
