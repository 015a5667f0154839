import CoreMetrics
import PosthornCore

struct Attempt: Sendable {
    let factory: any MetricsFactory
    let attributes: RequestAttributes
    /// The time since the start of the call.
    let start: Duration
    /// Whether the attributes have the server's id of the request.
    let showsRequestID: Bool
    /// The length of the sealed request body; `nil` without a body, or if the length is unknown.
    let requestSize: Int?

    /// The time at which the response was received; `nil` before that.
    private(set) var received: Duration?
    private(set) var status: Int?
    /// `error.type` of the status; `nil` if it is below 400.
    private(set) var statusError: String?
    private var version: String?
    /// The server's id of the request; `nil` without one, or if the attributes do not have it.
    private var requestID: String?
    /// Whether the duration of a stream was recorded.
    var isRecorded = false

    init(
        factory: any MetricsFactory, attributes: RequestAttributes, start: Duration,
        requestSize: Int?, showsRequestID: Bool
    ) {
        self.factory = factory
        self.attributes = attributes
        self.start = start
        self.requestSize = requestSize
        self.showsRequestID = showsRequestID
    }

    mutating func receive(_ response: TransportResponse, at time: Duration) {
        received = time
        status = response.status.code
        statusError = response.errorType
        version = response.protocolVersion
        if showsRequestID { requestID = response.requestID }
    }

    /// Records the duration and the size of the request body.
    func recordDuration(until end: Duration, _ errorType: String?) {
        let dimensions = dimensions(errorType)
        Timer(label: "http.client.request.duration", dimensions: dimensions, factory: factory)
            .recordSeconds((end - start) / .seconds(1))
        guard let requestSize else { return }
        Recorder(
            label: "http.client.request.body.size", dimensions: dimensions, factory: factory
        ).record(requestSize)
    }

    func recordResponse(_ size: Int, _ errorType: String?) {
        Recorder(
            label: "http.client.response.body.size", dimensions: dimensions(errorType),
            factory: factory
        ).record(size)
    }

    func countActive(_ change: (Meter) -> Void) {
        change(
            Meter(
                label: "http.client.active_requests", dimensions: attributes.dimensions,
                factory: factory))
    }

    private func dimensions(_ errorType: String?) -> [(String, String)] {
        var dimensions = attributes.dimensions
        if let status { dimensions.append(("http.response.status_code", String(status))) }
        if let errorType { dimensions.append(("error.type", errorType)) }
        if let version { dimensions.append(("network.protocol.version", version)) }
        if let requestID { dimensions.append(("posthorn.request_id", requestID)) }
        return dimensions
    }
}

extension RequestAttributes {
    var dimensions: [(String, String)] {
        var dimensions = [("http.request.method", method)]
        if let address { dimensions.append(("server.address", address)) }
        if let port { dimensions.append(("server.port", String(port))) }
        if let scheme { dimensions.append(("url.scheme", scheme)) }
        if let template { dimensions.append(("url.template", template)) }
        if let endpoint { dimensions.append(("posthorn.endpoint", endpoint)) }
        return dimensions
    }
}
