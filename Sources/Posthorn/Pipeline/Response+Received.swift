extension Response {
    init(_ value: Value, _ response: ReceivedResponse) {
        self.init(
            value: value, status: response.status, headers: response.headers, body: response.body,
            completeness: response.completeness, metrics: response.metrics,
            redirects: response.redirects, isSubstitute: response.isSubstitute,
            policy: response.policy)
    }
}

extension BuiltRequest {
    /// What the transport gets.
    var transport: TransportRequest {
        var request = TransportRequest(
            method: method, url: url, headers: headers, timeouts: timeouts, redirects: redirects)
        request.body = body
        request.usesCookies = usesCookies
        request.compressesBody = compressesBody
        request.priority = priority
        request.interface = interface
        request.cache = cache
        request.usesCache = usesCache
        request.onProgress = onProgress
        return request
    }
}
