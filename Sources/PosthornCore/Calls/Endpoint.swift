/// One call of a service as a value: its request, its result and its failures.
///
/// The generator creates endpoints from the spec; you can also write them by hand. You can log, compare and
/// test the value without a network. ``APIService/send(_:)`` sends it.
public protocol Endpoint: EndpointRequest {
    /// The result of a successful call.
    ///
    /// The default is `Void`.
    associatedtype Output: Sendable = Void

    /// Creates the output from an accepted response that the cipher has opened.
    ///
    /// The default implementation decodes the body with the response policy of the call.
    static func output(from response: CallResponse) throws -> Output
}

extension Endpoint where Output: Decodable {
    /// Decodes the output with the response policy of the call.
    public static func output(from response: CallResponse) throws -> Output {
        try response.value()
    }
}

extension Endpoint where Output == Void {
    /// Always `true`.
    public static var addsWildcardToAccept: Bool { true }

    /// Checks the response with the response policy and returns nothing.
    public static func output(from response: CallResponse) throws {
        try response.validateEmpty()
    }
}
