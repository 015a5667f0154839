internal import FoundationEssentials
public import Logging
public import PosthornCore

/// An observer that writes a client's calls to a swift-log logger.
///
/// ```swift
/// configuration.observers.append(.log(to: Logger(label: "shop")))
/// ```
///
/// Each call produces one line: at `debug` if it completes, at `warning` if it fails. At `trace` the log has
/// further lines for the request as it is built and as it is sent, and for the response.
///
/// The log shows routes, status codes, durations, and the names of parameters and header fields. By default
/// it hides the values of parameters, the values of all but harmless header fields, and bodies.
public struct CallLog: ClientObserver {
    /// The logger.
    public var logger: Logger
    /// The level of completed calls; the default is `debug`.
    public var completed = Logger.Level.debug
    /// The level of failed calls, broken streams and deviations; the default is `warning`.
    ///
    /// Cancelled calls are logged at the level of completed calls.
    public var failed = Logger.Level.warning
    /// The level of the lines about requests and responses; the default is `trace`.
    public var messages = Logger.Level.trace
    /// Whether to show queries and all header fields unredacted; the default is `false`.
    ///
    /// - Warning: Shows credentials and personal data.
    public var showsValues = false
    /// The number of bytes to show of each body, as text; the default is 0, which shows only its length.
    ///
    /// - Warning: Shows personal data.
    public var bodyBytes = 0

    /// Creates an observer that writes to a logger.
    public init(_ logger: Logger) { self.logger = logger }

    /// The number of body bytes that the log needs: ``bodyBytes``, or 0 if it writes no ``messages`` lines.
    public var bodyPreviewLimit: Int { logger.logLevel <= messages ? bodyBytes : 0 }

    /// Writes the log line of an event.
    public func observe(_ event: CallEvent) {
        switch event.kind {
        case .built(let request): log(messages, "call built", event) { fields(of: request, event) }
        case .sending(let request):
            log(messages, "call sending", event) { fields(of: request, event) }
        case .bodySent(let count, let beginning):
            log(messages, "call sent body", event) {
                [
                    "bytes": "\(count)",
                    "body": "\(text(of: beginning, event, of: count))",
                ]
            }
        case .responseReceived(let response):
            log(messages, "call received", event) { fields(of: response, event) }
        case .hedging(let delay):
            log(messages, "call hedging", event) { ["delay": "\(delay)"] }
        case .retrying(let attempt, let delay):
            log(completed, "call retrying", event) {
                [
                    "attempt": "\(attempt.number)", "code": "\(attempt.error.code.rawValue)",
                    "delay": "\(delay)",
                ]
            }
        case .deviation(let error):
            log(failed, "call response deviates", event) { ["problem": "\(error.message)"] }
        case .deprecated(let notice):
            log(failed, "call endpoint ends", event) { ["notice": "\(notice)"] }
        case .succeeded(let response), .documentedFailure(let response):
            log(completed, "call completed", event) {
                var fields: Logger.Metadata = ["status": "\(response.status.code)"]
                if let id = response.requestID { fields["requestID"] = "\(id)" }
                return fields
            }
        case .failed(let error):
            log(error.code == .cancelled ? completed : failed, "call failed", event) {
                var fields: Logger.Metadata = [
                    "stage": "\(error.stage.rawValue)", "code": "\(error.code.rawValue)",
                    "request": "\(error.request?.description ?? "not built")",
                ]
                if let id = error.response?.requestID { fields["requestID"] = "\(id)" }
                if !error.attempts.isEmpty { fields["attempts"] = "\(error.attempts.count)" }
                return fields
            }
        case .streamEnded(let count, let beginning, let error):
            let isFailure = error.map { $0.code != .cancelled } ?? false
            log(isFailure ? failed : messages, "call stream ended", event) {
                var fields: Logger.Metadata = ["bytes": "\(count)"]
                if let error { fields["code"] = "\(error.code.rawValue)" }
                if bodyBytes > 0, !beginning.isEmpty {
                    fields["body"] = "\(text(of: beginning, event, of: count))"
                }
                return fields
            }
        }
    }

    private func log(
        _ level: Logger.Level, _ message: Logger.Message, _ event: CallEvent,
        _ fields: () -> Logger.Metadata
    ) {
        guard logger.logLevel <= level else { return }
        var metadata = fields()
        metadata["call"] = "\(event.call)"
        metadata["endpoint"] = "\(event.endpoint)"
        let elapsed = event.elapsed.components
        metadata["seconds"] = "\(Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)"
        logger.log(level: level, message, metadata: metadata)
    }

    private func fields(of request: TransportRequest, _ event: CallEvent) -> Logger.Metadata {
        let query =
            showsValues
            ? String(request.target.drop { $0 != "?" }) : RedactedFields.query(of: request.target)
        var fields: Logger.Metadata = ["request": "\(request)\(query)"]
        fields["headers"] = headers(request.headers)
        if let body = request.body {
            fields["body"] =
                body.data.map { "\(text(of: $0, event, request.headers[.contentType]))" }
                ?? "\(body.count.map { "\($0) bytes" } ?? "of unknown length")"
        }
        return fields
    }

    private func fields(of response: TransportResponse, _ event: CallEvent) -> Logger.Metadata {
        [
            "status": "\(response.status.code)", "headers": headers(response.headers),
            "body": "\(text(of: response.body, event, response.headers[.contentType]))",
        ]
    }

    /// Returns a body as text, without the values that the spec hides.
    private func text(
        of body: Data, _ event: CallEvent, _ mediaType: String? = nil, of count: Int? = nil
    ) -> String {
        guard bodyBytes > 0, !event.hidden.isEmpty else {
            return LoggedBody.text(body, bodyBytes, of: count)
        }
        let shown = HiddenValues(event.hidden, mark: RedactedFields.mark)
            .removed(from: body, mediaType)
        return LoggedBody.text(shown, bodyBytes, of: count)
    }

    private func headers(_ fields: HTTPFields) -> Logger.MetadataValue {
        .array(
            fields.map { field in
                let value = showsValues ? field.value : RedactedFields.value(of: field)
                return "\(field.name): \(LoggedBody.onOneLine(value))"
            })
    }
}

extension ClientObserver where Self == CallLog {
    /// An observer that writes a client's calls to a logger.
    public static func log(to logger: Logger) -> CallLog { CallLog(logger) }
}
