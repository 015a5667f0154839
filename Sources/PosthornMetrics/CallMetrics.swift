public import CoreMetrics
public import PosthornCore

/// An observer that records metrics of a client's calls with swift-metrics.
///
/// ```swift
/// configuration.observers.append(.metrics())
/// ```
///
/// The names and attributes follow OpenTelemetry's semantic conventions for HTTP clients, without
/// `network.peer.address` and `network.peer.port`:
///
/// - `http.client.request.duration`, a `Timer`: the duration of each attempt
/// - `http.client.request.body.size`, a `Recorder`: the bytes of each request body whose length is known
/// - `http.client.response.body.size`, a `Recorder`: the bytes of each response body
/// - `http.client.active_requests`, a `Meter`: the attempts that are being sent or received
/// - `posthorn.client.retries`, a `Counter`: the retries
///
/// All have the attributes `http.request.method`, `server.address`, `server.port`, `url.scheme` and
/// `url.template`. The first three also have `http.response.status_code`, `error.type` and
/// `network.protocol.version` if they are known; `posthorn.client.retries` has the `error.type` of the failed
/// attempt. No attribute contains a parameter, a part of a body, or a header field but ``showsRequestID``.
///
/// An attempt begins when its request is sealed. It includes redirects, the resending after a refused credential,
/// and further requests that are sent before there is a response. It ends when the response has been received; for a stream, when its head has been. An attempt
/// that fails before it is sent is not recorded, and neither is a reconnection of an event stream that gets no
/// response.
public struct CallMetrics: ClientObserver {
    /// Whether durations and sizes have the attribute `posthorn.request_id`, the server's id of the request.
    ///
    /// `false` by default, because each id makes metrics of its own: most backends keep a time series for each set of
    /// attributes, and become slow or refuse more after some ten thousands. Set it for a backend of events, or to look
    /// for single requests for a short time. Logs, traces and errors always have the id.
    public var showsRequestID = false

    private let factory: (any MetricsFactory)?
    private let attempts = Locked<[Int: Attempt]>([:])

    /// Creates an observer.
    ///
    /// - Parameter factory: The backend; `nil` uses that of `MetricsSystem` at the start of each attempt.
    public init(factory: (any MetricsFactory)? = nil) { self.factory = factory }

    /// Records the metrics of an event.
    public func observe(_ event: CallEvent) {
        switch event.kind {
        case .built: endUnreported(event)
        case .sending(let request): begin(request, event)
        case .responseReceived(let response):
            _ = attempts.withLock { $0[event.call]?.receive(response, at: event.elapsed) }
        case .retrying(let failed, _):
            let size = event.delivery == .whole ? failed.error.response?.body.count : nil
            let attempt = end(event, failed.error.code.errorType, size: size)
            let attributes = attempt?.attributes ?? failed.error.request.map(RequestAttributes.init)
            countRetry(of: attributes, failed.error.code.errorType, attempt?.factory)
        case .succeeded(let response):
            switch event.delivery {
            case .whole: end(event, nil, size: response.body.count)
            case .stream: recordHead(event)
            case .file: break
            }
        case .documentedFailure(let response):
            let size = event.delivery == .whole ? response.body.count : nil
            end(event, response.errorType ?? APIError.Code.rejected.errorType, size: size)
        case .failed(let error):
            let size = event.delivery == .whole ? error.response?.body.count : nil
            end(event, error.code.errorType, size: size)
        case .streamEnded(let count, _, let error):
            end(event, error?.code.rawValue, size: count)
        default: break
        }
    }

    /// Ends an attempt whose end no event reports, when the next request of its call is built.
    ///
    /// Middleware has sent the request again after a response, or a stream could not reconnect. Any other
    /// request belongs to the same attempt.
    private func endUnreported(_ event: CallEvent) {
        let ended = attempts.withLock { attempts -> Attempt? in
            guard let attempt = attempts[event.call],
                attempt.received != nil || event.delivery == .stream
            else { return nil }
            return attempts.removeValue(forKey: event.call)
        }
        guard let ended else { return }
        if let received = ended.received, !ended.isRecorded {
            ended.recordDuration(until: received, ended.statusError)
        }
        ended.countActive { $0.decrement() }
    }

    private func begin(_ request: TransportRequest, _ event: CallEvent) {
        let attempt = Attempt(
            factory: factory ?? MetricsSystem.factory, attributes: RequestAttributes(request),
            start: event.elapsed, requestSize: request.body?.count, showsRequestID: showsRequestID)
        let isNew = attempts.withLock { attempts in
            // Sent again, with a new credential or after a redirect.
            guard attempts[event.call] == nil else { return false }
            attempts[event.call] = attempt
            return true
        }
        if isNew { attempt.countActive { $0.increment() } }
    }

    /// Records the duration of a stream until its head; the rest follows when the stream ends.
    private func recordHead(_ event: CallEvent) {
        let attempt = attempts.withLock { attempts in
            let attempt = attempts[event.call]
            attempts[event.call]?.isRecorded = true
            return attempt
        }
        attempt?.recordDuration(until: event.elapsed, nil)
    }

    /// Records an attempt that has ended.
    ///
    /// - Returns: The attempt; `nil` if its end was recorded before, or if it was not sent.
    @discardableResult
    private func end(_ event: CallEvent, _ errorType: String?, size: Int? = nil) -> Attempt? {
        guard let attempt = attempts.withLock({ $0.removeValue(forKey: event.call) }) else {
            return nil
        }
        if !attempt.isRecorded {
            let received = event.delivery == .whole ? attempt.received : nil
            attempt.recordDuration(until: received ?? event.elapsed, errorType)
        }
        if let size, attempt.status != nil { attempt.recordResponse(size, errorType) }
        attempt.countActive { $0.decrement() }
        return attempt
    }

    private func countRetry(
        of attributes: RequestAttributes?, _ errorType: String, _ factory: (any MetricsFactory)?
    ) {
        Counter(
            label: "posthorn.client.retries",
            dimensions: (attributes?.dimensions ?? []) + [("error.type", errorType)],
            factory: factory ?? self.factory ?? MetricsSystem.factory
        ).increment()
    }
}

extension ClientObserver where Self == CallMetrics {
    /// An observer that records metrics of a client's calls.
    ///
    /// - Parameters:
    ///   - factory: The backend; `nil` uses that of `MetricsSystem` at the start of each attempt.
    ///   - showsRequestID: Whether durations and sizes have the server's id of the request; `false` by default, see
    ///     ``CallMetrics/showsRequestID`` for its cost.
    public static func metrics(
        factory: (any MetricsFactory)? = nil, showsRequestID: Bool = false
    ) -> CallMetrics {
        var metrics = CallMetrics(factory: factory)
        metrics.showsRequestID = showsRequestID
        return metrics
    }
}
