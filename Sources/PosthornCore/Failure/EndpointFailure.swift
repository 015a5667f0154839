public import FoundationEssentials

/// The error type of an endpoint: a case for each error that its spec documents, and `other`.
///
/// Generated enums conform to this protocol. ``APIError`` conforms too, for endpoints whose spec documents no
/// errors. One handler can therefore serve all calls:
///
/// ```swift
/// } catch let error as any EndpointFailure {
///     print(error.code.rawValue, error.response?.status.code ?? 0, error.endpoint)
/// }
/// ```
///
/// Descriptions, `localizedDescription` and `dump` show the same text as ``APIError/description``. It
/// contains no value that was sent or received.
public protocol EndpointFailure: LocalizedError, Sendable, RedactedStringConvertible {
    /// Creates the failure for an error that the spec does not document.
    static func other(_ error: APIError) -> Self

    /// Returns the failure that the spec documents for the status of a response that was not accepted.
    ///
    /// - Returns: `nil` if the spec documents no failure for the status.
    /// - Throws: An error if the body does not have the documented shape.
    static func decode(from response: CallResponse) throws -> Self?

    /// Returns the failure that the spec documents for an envelope's code.
    ///
    /// The envelope refuses the call with this code. The status of the response is not considered: a failure
    /// for the code takes precedence over a failure for the status.
    /// - Returns: `nil` if the spec documents no failure for the code.
    /// - Throws: An error if the payload does not have the documented shape.
    static func decode(code: EnvelopeCode, from response: CallResponse) throws -> Self?

    /// The underlying error of the call.
    ///
    /// For `other`, its associated value. For a documented failure, the error that holds the response.
    var apiError: APIError { get }
}

extension EndpointFailure {
    /// Returns `nil`, because no failure is documented.
    public static func decode(from response: CallResponse) throws -> Self? { nil }

    /// Returns `nil`, because no failure is documented for a code.
    public static func decode(
        code: EnvelopeCode, from response: CallResponse
    ) throws -> Self? { nil }

    /// The kind of the failure.
    ///
    /// For a documented failure, the code of its status, such as `status.409`, or `rejected` if the status is
    /// a success.
    public var code: APIError.Code { apiError.code }

    /// The name of the called endpoint, such as `createOrder`.
    public var endpoint: String { apiError.endpoint }

    /// The stage of the call that failed; `validating` for a documented failure.
    public var stage: APIError.Stage { apiError.stage }

    /// The response with its body.
    ///
    /// `nil` if no response was received.
    public var response: TransportResponse? { apiError.response }

    /// The code and message of the response's envelope.
    ///
    /// `nil` if the response has no envelope, or its envelope does not refuse the call.
    public var envelopeError: APIError.EnvelopeError? { apiError.envelopeError }
}

extension EndpointFailure {
    /// The description of ``apiError``: endpoint, stage, cause and advice, without values.
    public var description: String { apiError.description }

    /// The same text as ``description``; `localizedDescription` returns it.
    public var errorDescription: String? { description }

    /// The cause in one sentence, without secrets.
    public var failureReason: String? { apiError.message }

    /// A suggestion for resolving the failure; `nil` if there is none.
    public var recoverySuggestion: String? { apiError.advice }

    /// Always `nil`; there is no help anchor.
    public var helpAnchor: String? { nil }
}

extension APIError: EndpointFailure {
    /// Returns the error unchanged.
    public static func other(_ error: APIError) -> APIError { error }

    /// The error itself.
    public var apiError: APIError { self }
}
