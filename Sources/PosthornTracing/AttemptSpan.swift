import PosthornCore
import Tracing

/// The span of one attempt, of the kind `client`.
struct AttemptSpan {
    private let span: any Span

    /// Starts the span.
    ///
    /// - Parameter resends: The number of earlier attempts of the call.
    init(
        _ request: TransportRequest, _ resends: Int, _ tracer: any Tracer,
        _ context: ServiceContext, showsPath: Bool
    ) {
        let attributes = RequestAttributes(request)
        let method = attributes.method == "_OTHER" ? "HTTP" : attributes.method
        let name = [method, attributes.template].compactMap(\.self).joined(separator: " ")
        span = tracer.startSpan(name, context: context, ofKind: .client)
        span.updateAttributes { span in
            span["http.request.method"] = attributes.method
            if attributes.method == "_OTHER" {
                span["http.request.method_original"] = request.method.rawValue
            }
            span["server.address"] = attributes.address
            span["server.port"] = attributes.port
            span["url.scheme"] = attributes.scheme
            span["url.template"] = attributes.template
            span["posthorn.endpoint"] = attributes.endpoint
            span["url.full"] = request.redactedURL(showingPath: showsPath)
            if resends > 0 { span["http.request.resend_count"] = resends }
        }
    }

    var context: ServiceContext { span.context }

    /// Adds the status, and makes the span an error if the call does not accept it.
    ///
    /// A status from 400 on is an error for the client, unless the response policy of the call accepts it.
    func record(_ response: TransportResponse, to request: TransportRequest) {
        let errorType = request.accepts(response) ? nil : response.errorType
        span.updateAttributes { span in
            span["http.response.status_code"] = response.status.code
            span["network.protocol.version"] = response.protocolVersion
            span["posthorn.request_id"] = response.requestID
            span["error.type"] = errorType
        }
        // The status code says why.
        if errorType != nil { span.setStatus(SpanStatus(code: .error)) }
    }

    /// Makes the span an error.
    ///
    /// The error itself is not recorded, because a backend prints it, and it may contain a secret.
    func record(_ error: any Error) {
        let type: String
        var message: String?
        switch error {
        case let error as TransportError: (type, message) = (error.code.rawValue, error.message)
        case let cause as APIError.Cause: (type, message) = (cause.code.errorType, cause.message)
        case is CancellationError: type = APIError.Code.cancelled.errorType
        default: type = String(reflecting: Swift.type(of: error))
        }
        span.attributes["error.type"] = type
        span.setStatus(SpanStatus(code: .error, message: message))
    }

    func end() { span.end() }
}
