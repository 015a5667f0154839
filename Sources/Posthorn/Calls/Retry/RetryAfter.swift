import FoundationEssentials

/// The `Retry-After` field of a response (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// Returns the requested delay, at most 30 days; `nil` if there is none or it is not valid.
    package static func delay(of headers: HTTPFields) -> Duration? {
        guard let text = headers[.retryAfter]?[...].trimmingBlanks, !text.isEmpty else {
            return nil
        }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return min(Int64(text).map { .seconds($0) } ?? longest, longest)
        }
        guard let date = InternetDate.http(from: String(text)) else { return nil }
        return min(.seconds(max(0, date.timeIntervalSinceNow)), longest)
    }

    private static let longest = Duration.seconds(30 * 86_400)
}
