public import FoundationEssentials

/// What an endpoint throws: a case for each error that its spec documents, and `other`.
///
/// Generated enums conform to it; ``APIError`` does too, for endpoints that document none. So one
/// handler serves all calls:
///
/// ```swift
/// } catch let error as any EndpointFailure {
///     print(error.code.rawValue, error.response?.status.code ?? 0, error.endpoint)
/// }
/// ```
///
/// Descriptions, `localizedDescription` and `dump` show what ``APIError/description`` shows: no value
/// that was sent or received.
public protocol EndpointFailure: LocalizedError, Sendable, RedactedStringConvertible {
    /// The failure for everything that the spec does not document.
    static func other(_ error: APIError) -> Self

    /// The failure that the spec documents for the status of a response that was not accepted. `nil`
    /// if it documents none.
    /// - Throws: when the body does not have the documented shape.
    static func decode(from response: TransportResponse) throws -> Self?

    /// The failure that the spec documents for the code with which an envelope refuses the call,
    /// whatever the status is. It wins over one for the status. `nil` if the spec documents none.
    /// - Throws: when the payload does not have the documented shape.
    static func decode(code: EnvelopeCode, from response: TransportResponse) throws -> Self?

    /// The error inside: the one of `other`, or the one of the response to which the documented
    /// failure belongs.
    var apiError: APIError { get }
}

extension EndpointFailure {
    /// `nil`: no failure is documented.
    public static func decode(from response: TransportResponse) throws -> Self? { nil }

    /// `nil`: no failure is documented by a code.
    public static func decode(
        code: EnvelopeCode, from response: TransportResponse
    ) throws -> Self? { nil }

    /// The kind of the failure; of a documented one its status, such as `status.409`, or `rejected`
    /// where the status is a success.
    public var code: APIError.Code { apiError.code }

    /// The name of the endpoint that was called, such as `createOrder`.
    public var endpoint: String { apiError.endpoint }

    /// Where in the call it happened; a documented failure is found while `validating`.
    public var stage: APIError.Stage { apiError.stage }

    /// The response with its bytes.
    ///
    /// `nil` if none arrived.
    public var response: TransportResponse? { apiError.response }

    /// What the response's envelope said.
    ///
    /// `nil` if there is no envelope, or none that refuses the call.
    public var envelopeError: APIError.EnvelopeError? { apiError.envelopeError }
}

extension EndpointFailure {
    /// The description of ``apiError``: endpoint, stage, cause and advice, without values.
    public var description: String { apiError.description }

    /// The same as ``description``: what `localizedDescription` shows.
    public var errorDescription: String? { description }

    /// The cause in a sentence, without secrets.
    public var failureReason: String? { apiError.message }

    /// What to do about it; `nil` when the cause says it all.
    public var recoverySuggestion: String? { apiError.advice }

    /// `nil`: there is no help anchor.
    public var helpAnchor: String? { nil }
}

extension APIError: EndpointFailure {
    /// The error itself.
    public static func other(_ error: APIError) -> APIError { error }

    /// The error itself.
    public var apiError: APIError { self }
}
