import FoundationEssentials
public import PosthornCore

/// The reason why a server refuses a request, without values that were received.
///
/// `EndpointServer` throws it for a request that is not as the spec says: with the status 400 for a value or a sealed
/// message, 401 for a signature, 404 and 405 for a path and a method, 413 for a long body, and 415 for another media
/// type. Throw one in your methods for statuses that the spec does not document.
public struct ServerRefusal: Error, Sendable {
    /// The status of the response.
    public var status: HTTPResponse.Status
    /// The reason in one sentence, for the client's developer.
    public var message: String
    /// The header fields of the response, such as `Allow`; none by default.
    public var headers: HTTPFields

    /// Creates a refusal.
    public init(_ status: HTTPResponse.Status, _ message: String, headers: HTTPFields = [:]) {
        self.status = status
        self.message = message
        self.headers = headers
    }
}

extension ServerRefusal: RedactedStringConvertible {
    /// The status and the reason.
    public var description: String { "\(status.code): \(message)" }
}

extension TransportResponse {
    /// Creates the response to a refused request: an envelope if it has a code, or else a problem (RFC 9457).
    init(refusal: ServerRefusal, _ policy: any ResponsePolicy) {
        self.init(status: refusal.status, headers: refusal.headers)
        let envelope = policy as? EnvelopePolicy
        if let envelope, envelope.code != nil,
            let body = try? envelope.envelope(
                around: nil, code: .number(refusal.status.code), message: refusal.message)
        {
            headers[.contentType] = "application/json"
            self.body = body
            return
        }
        let problem: JSONValue = [
            "status": .number(JSONValue.Number(refusal.status.code)),
            "title": .string(refusal.status.reasonPhrase), "detail": .string(refusal.message),
        ]
        headers[.contentType] = "application/problem+json"
        body = (try? problem.document()) ?? Data()
    }
}

extension Documented {
    /// Creates the content of a documented failure that a server responds with.
    ///
    /// - Parameters:
    ///   - value: The body.
    ///   - message: The message of the service's envelope, if the failure has one; empty by default.
    public init(_ value: Value, message: String = "") {
        self.init(
            value,
            apiError: APIError(.rejected, endpoint: "", stage: .validating, message: message))
    }
}

extension Documented where Value == Void {
    /// Creates a documented failure without a body.
    public init() { self.init(()) }
}
