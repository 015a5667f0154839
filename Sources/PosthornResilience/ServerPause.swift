import PosthornCore

/// The pause that a server asks for.
enum ServerPause {
    /// Returns the longest pause that a response asks for; `nil` if it asks for none.
    ///
    /// Of the fields for quotas, only those of the standard count: the others may be of another resource.
    static func requested(by response: TransportResponse) -> Duration? {
        var pauses: [Duration] = []
        if response.status.code == 429 || response.status.code == 503,
            let pause = RetryAfter.delay(of: response.headers)
        {
            pauses.append(pause)
        }
        var standard = TransportResponse(status: response.status)
        standard.headers = response.headers.filter { $0.name.canonicalName == "ratelimit" }
        for quota in standard.rateLimits where quota.remaining.map({ $0 < 1 }) == true {
            if let reset = quota.reset, reset > .zero { pauses.append(reset) }
        }
        return pauses.max()
    }
}

extension TransportRequest {
    /// The total time that the call has left; `nil` for no limit.
    var totalTime: Duration? { limits.total }
}
