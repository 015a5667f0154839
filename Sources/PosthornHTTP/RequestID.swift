extension TransportResponse {
    /// The server's id of the request, for its support and its logs: `X-Request-ID`, `x-amzn-RequestId` and the like.
    ///
    /// Errors and log lines show it. It is the first header field whose name ends in `request-id` or `requestid`, or
    /// else in `correlation-id`, `trace-id` or `cf-ray`. An id that the client has sent counts only if there is no
    /// other. `nil` if there is none, or if it has other characters than letters, digits and `-_.:/=+`, or more
    /// than 100.
    public var requestID: String? {
        for endings in [["request-id", "requestid"], ["correlation-id", "trace-id", "cf-ray"]] {
            var sent: String?
            for field in headers {
                let name = field.name.canonicalName
                guard endings.contains(where: name.hasSuffix), Self.isShowable(field.value) else {
                    continue
                }
                if !name.contains("client") { return field.value }
                sent = sent ?? field.value
            }
            if let sent { return sent }
        }
        return nil
    }

    /// Whether a value from outside can be shown in a line of a log.
    private static func isShowable(_ value: String) -> Bool {
        (1...100).contains(value.utf8.count)
            && value.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.:/=+".utf8.contains($0) }
    }
}
