import PosthornCore
import Tracing

/// Creates the spans of calls and of their attempts.
///
/// The span of a call starts with the first attempt. The middleware sees no call, only attempts, so the
/// observer ends it.
struct CallTracing: CallMiddleware, ClientObserver {
    let tracer: (any Tracer)?
    let showsPaths: Bool
    private let calls = Locked<[Int: CallSpan]>([:])

    init(tracer: (any Tracer)?, showsPaths: Bool) {
        self.tracer = tracer
        self.showsPaths = showsPaths
    }

    private var currentTracer: any Tracer { tracer ?? InstrumentationSystem.tracer }

    func intercept(
        _ request: TransportRequest,
        next: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        let tracer = currentTracer
        let (context, resends) = parent(of: request, tracer)
        let span = AttemptSpan(request, resends, tracer, context, showsPath: showsPaths)
        defer { span.end() }
        var request = request
        tracer.inject(span.context, into: &request, using: FieldInjector())
        do {
            let response = try await ServiceContext.withValue(span.context) {
                try await next(request)
            }
            span.record(response, to: request)
            return response
        } catch {
            span.record(error)
            throw error
        }
    }

    /// Returns the context of the call's span, which the first attempt starts, and the number of its earlier
    /// attempts.
    private func parent(
        of request: TransportRequest, _ tracer: any Tracer
    ) -> (ServiceContext, resends: Int) {
        let outer = ServiceContext.current ?? .topLevel
        // Without the observer nothing would end the span.
        guard let call = request.call else { return (outer, request.attempt - 1) }
        let known = calls.withLock { calls in
            calls[call]?.attempts += 1
            return calls[call]
        }
        if let known { return (known.span.context, known.attempts - 1) }
        let span = tracer.startSpan(request.endpoint, context: outer, ofKind: .internal)
        calls.withLock { $0[call] = CallSpan(span: span, attempts: request.attempt) }
        return (span.context, request.attempt - 1)
    }

    func observe(_ event: CallEvent) {
        switch event.kind {
        case .retrying(let failed, let delay):
            let span = calls.withLock { $0[event.call]?.span }
            span?.addEvent(
                SpanEvent(
                    name: "retry",
                    attributes: [
                        "error.type": .string(failed.error.code.errorType),
                        "posthorn.retry.delay": .double(delay / .seconds(1)),
                    ]))
        case .succeeded: if event.delivery != .file { end(event) }
        case .documentedFailure(let response):
            end(event, response.errorType ?? APIError.Code.rejected.errorType)
        case .failed(let error):
            // Middleware outside of this one may refuse a call, too.
            if error.stage == .building || event.delivery == .whole { startUnsent(event) }
            end(event, error.code.errorType, error.message)
        case .streamEnded(_, _, let error):
            // A download whose body failed is retried, or fails.
            if event.delivery == .file, error == nil { end(event) }
        default: break
        }
    }

    /// Starts the span of a call that failed before its first attempt.
    private func startUnsent(_ event: CallEvent) {
        guard calls.withLock({ $0[event.call] == nil }) else { return }
        let span = currentTracer.startSpan(event.endpoint, ofKind: .internal)
        calls.withLock { $0[event.call] = CallSpan(span: span, attempts: 0) }
    }

    private func end(_ event: CallEvent, _ errorType: String? = nil, _ message: String? = nil) {
        guard let call = calls.withLock({ $0.removeValue(forKey: event.call) }) else { return }
        if let errorType {
            call.span.attributes["error.type"] = errorType
            call.span.setStatus(SpanStatus(code: .error, message: message))
        }
        call.span.end()
    }
}

private struct CallSpan: Sendable {
    let span: any Span
    var attempts: Int
}

/// Adds the fields of a tracer, such as `traceparent`, to a request.
private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into request: inout TransportRequest) {
        guard let name = HTTPField.Name(key) else { return }
        request.headers[name] = value
    }
}
