/// One call of a service as a value: what it sends, what it returns, how it fails.
///
/// Generated from the spec, or written by hand. The value can be logged, compared and tested
/// without a network; ``APIService/send(_:)`` sends it.
public protocol Endpoint: EndpointRequest {
    /// What a successful call returns. The default is `Void`.
    associatedtype Output: Sendable = Void

    /// Makes the output of an accepted, opened response. The default decodes it by the response
    /// policy of the call.
    static func output(from response: TransportResponse) throws -> Output
}

extension Endpoint where Output: Decodable {
    /// Decodes the output by the response policy of the call.
    public static func output(from response: TransportResponse) throws -> Output {
        try response.value()
    }
}

extension Endpoint where Output == Void {
    /// `true`.
    public static var addsWildcardToAccept: Bool { true }

    /// Lets the response policy check the response and returns nothing.
    public static func output(from response: TransportResponse) throws {
        try response.validateEmpty()
    }
}
