/// A check of dates in the wire format that a spec selects.
struct DateText {
    private var rest: Substring.UTF8View

    /// Returns whether a text is a date.
    ///
    /// - Parameter form: The format, as in `Date(day)`, or `nil` for RFC 3339.
    static func isDate(_ text: String, form: String?) -> Bool {
        var reader = DateText(rest: text[...].utf8)
        return switch form {
        case nil, "nanos": reader.time()
        case "local": reader.time(hasOffset: false)
        case "rfc2822": reader.mail()
        case "iso8601": reader.time(allowsBasicOffset: true)
        case "day": reader.day() && reader.rest.isEmpty
        case "http": reader.http()
        default: ScalarDefault.isNumber(text) && Double(text).map { abs($0) < 1e15 } == true
        }
    }

    /// Reads a date such as `2026-11-21T10:23:00.5Z` (RFC 3339, section 5.6).
    private mutating func time(
        allowsBasicOffset: Bool = false, hasOffset: Bool = true
    ) -> Bool {
        guard day(), skip("T"), clock() else { return false }
        if skip(".") {
            let digits = rest.prefix(while: \.isDigit)
            guard !digits.isEmpty else { return false }
            rest = rest.dropFirst(digits.count)
        }
        if !hasOffset || skip("Z") { return rest.isEmpty }
        guard skip("+") || skip("-"), let hours = number(2) else { return false }
        let isShort = allowsBasicOffset && rest.isEmpty
        guard isShort || skip(":") || allowsBasicOffset, let minutes = isShort ? 0 : number(2)
        else { return false }
        return hours < 24 && minutes < 60 && rest.isEmpty
    }

    /// Reads a day such as `2026-11-21`.
    private mutating func day() -> Bool {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"),
            let day = number(2)
        else { return false }
        return Self.exists(year, month, day)
    }

    /// Reads a time of day such as `10:23:00`.
    private mutating func clock() -> Bool {
        guard let hour = number(2), skip(":"), let minute = number(2), skip(":"),
            let second = number(2)
        else { return false }
        return hour < 24 && minute < 60 && second < 60
    }

    /// Reads a date such as `Sat, 21 Nov 2026 10:23:00 GMT` (RFC 9110, section 5.6.7).
    private mutating func http() -> Bool { dayAndTime() && skip(" GMT") && rest.isEmpty }

    /// Reads a date such as `Sat, 21 Nov 2026 10:23:00 +0000` (RFC 5322, section 3.3).
    private mutating func mail() -> Bool {
        guard dayAndTime(), skip(" +") || skip(" -"), let offset = number(4) else { return false }
        return offset < 2400 && offset % 100 < 60 && rest.isEmpty
    }

    private mutating func dayAndTime() -> Bool {
        guard word(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]) != nil, skip(", "),
            let day = number(2), skip(" "), let month = word(Self.months), skip(" "),
            let year = number(4), skip(" "), Self.exists(year, month + 1, day)
        else { return false }
        return clock()
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func exists(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days =
            switch month {
            case 4, 6, 9, 11: 30
            case 2: isLeapYear ? 29 : 28
            default: 31
            }
        return (1...12).contains(month) && (1...days).contains(day)
    }

    private mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func skip(_ word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        rest = rest.dropFirst(word.utf8.count)
        return true
    }

    private mutating func word(_ words: [String]) -> Int? { words.firstIndex { skip($0) } }
}
