extension Response {
    init(_ value: Value, _ response: ReceivedResponse) {
        self.init(
            value: value, status: response.status, headers: response.headers, body: response.body,
            completeness: response.completeness, metrics: response.metrics)
    }
}

extension BuiltRequest {
    /// What the transport gets.
    var transport: TransportRequest {
        TransportRequest(
            method: method, url: url, headers: headers, body: body, timeouts: timeouts)
    }
}
