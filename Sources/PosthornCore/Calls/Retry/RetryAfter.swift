import FoundationEssentials

/// The `Retry-After` field of a response (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// Returns the requested delay, at most 30 days; `nil` if there is none or it is not valid.
    ///
    /// Besides the forms of the standard, it reads seconds with a fraction or a unit, and dates of RFC 3339. Of
    /// several lines the longest delay counts.
    package static func delay(of headers: HTTPFields) -> Duration? {
        headers[values: .retryAfter].compactMap { delay(of: $0[...].trimmingBlanks) }.max()
    }

    private static func delay(of text: Substring) -> Duration? {
        if let seconds = seconds(of: text) { return min(seconds, longest) }
        let text = String(text)
        guard let date = InternetDate.http(from: text) ?? InternetDate.date(from: text) else {
            return nil
        }
        return min(.seconds(max(0, date.timeIntervalSinceNow)), longest)
    }

    /// Reads `120`, `2.6`, `5s` and `5 seconds`.
    private static func seconds(of text: Substring) -> Duration? {
        let whole = text.prefix { $0.isASCII && $0.isNumber }
        guard !whole.isEmpty else { return nil }
        var rest = text[whole.endIndex...]
        var fraction: Substring = "0"
        if rest.hasPrefix(".") {
            fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            rest = rest[fraction.endIndex...]
        }
        guard ["", "s", "sec", "second", "seconds"].contains(rest.trimmingBlanks.lowercased()),
            let part = Double("0." + (fraction.isEmpty ? "0" : fraction))
        else { return nil }
        return (Int64(whole).map { .seconds(min($0, 30 * 86_400)) } ?? longest) + .seconds(part)
    }

    /// The longest delay that is read; longer ones count as this one.
    static let longest = Duration.seconds(30 * 86_400)
}
