import PosthornCore
internal import RawStructuredFieldValues

/// The pause that a server asks for.
enum ServerPause {
    private static let limit = HTTPField.Name("RateLimit")

    /// Returns the longest pause that a response asks for; `nil` if it asks for none.
    static func requested(by response: TransportResponse) -> Duration? {
        var pauses: [Duration] = []
        if response.status.code == 429 || response.status.code == 503,
            let pause = RetryAfter.delay(of: response.headers)
        {
            pauses.append(pause)
        }
        if let limit, let text = response.headers[limit] { pauses += quotas(text) }
        return pauses.max()
    }

    /// Returns the times until the exhausted quotas of a `RateLimit` field are renewed.
    ///
    /// The field is a list of items with the remaining quota `r` and the seconds `t`, such as
    /// `"default";r=0;t=30`. Servers also send the form of an earlier draft, `limit=9, remaining=0, reset=30`.
    /// A field of more than 8 KiB has no effect, because the parser's maps use linear search.
    private static func quotas(_ text: String) -> [Duration] {
        guard text.utf8.count <= 8 << 10 else { return [] }
        var parser = StructuredFieldValueParser(Array(text.utf8))
        if let items = try? parser.parseListFieldValue() {
            return items.compactMap { item in
                guard case .item(let item) = item else { return nil }
                return pause(item.rfc9651Parameters["r"], item.rfc9651Parameters["t"])
            }
        }
        parser = StructuredFieldValueParser(Array(text.utf8))
        guard let members = try? parser.parseDictionaryFieldValue(),
            case .item(let remaining)? = members["remaining"],
            case .item(let reset)? = members["reset"],
            let pause = pause(remaining.rfc9651BareItem, reset.rfc9651BareItem)
        else { return [] }
        return [pause]
    }

    private static func pause(_ remaining: RFC9651BareItem?, _ time: RFC9651BareItem?) -> Duration?
    {
        guard let remaining = number(remaining), remaining < 1, let seconds = number(time),
            seconds > 0
        else { return nil }
        return .seconds(min(seconds, 30 * 86_400))
    }

    private static func number(_ item: RFC9651BareItem?) -> Double? {
        switch item {
        case .integer(let number): Double(number)
        case .decimal(let number): Double(number)
        default: nil
        }
    }
}

extension TransportRequest {
    /// The total time that the call has left; `nil` for no limit.
    var totalTime: Duration? { limits.total }
}
