/// What an endpoint throws: a case for each error that its spec documents, and `other`.
///
/// Generated enums conform to it; ``APIError`` does too, for endpoints that document none.
public protocol EndpointFailure: Error, Sendable {
    /// The failure for everything that the spec does not document.
    static func other(_ error: APIError) -> Self

    /// The documented failure that a response with an unaccepted status stands for. `nil` if the
    /// spec documents none for it.
    /// - Throws: when the body does not have the documented shape.
    static func documented(_ response: ReceivedResponse) throws -> Self?
}

extension EndpointFailure {
    /// `nil`: no failure is documented.
    public static func documented(_ response: ReceivedResponse) throws -> Self? { nil }
}

extension APIError: EndpointFailure {
    /// The error itself.
    public static func other(_ error: APIError) -> APIError { error }
}
