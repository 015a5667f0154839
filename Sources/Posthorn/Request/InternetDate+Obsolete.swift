package import FoundationEssentials

extension InternetDate {
    /// Reads a date of HTTP in any of the three forms that readers must take (RFC 9110, section 5.6.7).
    ///
    /// `nil` if the text has none of them.
    package static func http(fromAnyForm text: String) -> Date? {
        var text = text
        return text.withUTF8 { http(from: $0) ?? rfc850(from: $0) ?? asctime(from: $0) }
    }

    private static let longWeekdays: [StaticString] = [
        "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
    ]

    /// `Sunday, 06-Nov-94 08:49:37 GMT`.
    ///
    /// A year that would be more than 50 years ahead is one of the century before; the century is 2000
    /// to 2099, of which more than 50 years from now is from 2077 on.
    private static func rfc850(from text: UnsafeBufferPointer<UInt8>) -> Date? {
        var reader = DigitReader(text)
        guard reader.word(longWeekdays) != nil, reader.skip(","), reader.skip(" "),
            let day = reader.number(2), reader.skip("-"), let month = reader.word(months),
            reader.skip("-"), let year = reader.number(2), reader.skip(" "),
            let seconds = reader.timeOfDay(), reader.word([" GMT"]) != nil, reader.isAtEnd
        else { return nil }
        return date(year < 77 ? 2000 + year : 1900 + year, month + 1, day, seconds: seconds)
    }

    /// `Sun Nov  6 08:49:37 1994`.
    private static func asctime(from text: UnsafeBufferPointer<UInt8>) -> Date? {
        var reader = DigitReader(text)
        guard reader.word(weekdays) != nil, reader.skip(" "), let month = reader.word(months),
            reader.skip(" "), let day = reader.skip(" ") ? reader.number(1) : reader.number(2),
            reader.skip(" "), let seconds = reader.timeOfDay(), reader.skip(" "),
            let year = reader.number(4), reader.isAtEnd
        else { return nil }
        return date(year, month + 1, day, seconds: seconds)
    }
}

extension DigitReader {
    /// Reads `08:49:37` as seconds since midnight.
    fileprivate mutating func timeOfDay() -> Int? {
        guard let hour = number(2), skip(":"), let minute = number(2), skip(":"),
            let second = number(2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }
}
