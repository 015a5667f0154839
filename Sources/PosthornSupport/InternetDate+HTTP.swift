package import FoundationEssentials

extension InternetDate {
    /// Reads an HTTP date in any of the three formats that recipients must accept (RFC 9110, section 5.6.7).
    ///
    /// Returns `nil` if the text has none of these formats.
    package static func http(from text: String) -> Date? {
        var text = text
        return text.withUTF8 { http(from: $0) }
    }

    /// Reads an HTTP date from UTF-8.
    /// - Parameter now: The time relative to which a two-digit year is resolved.
    package static func http(
        from text: UnsafeBufferPointer<UInt8>, now: @autoclosure () -> Date = Date()
    ) -> Date? {
        fixed(from: text) ?? rfc850(from: text, now: now) ?? asctime(from: text)
    }

    private static let longWeekdays: [StaticString] = [
        "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
    ]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the format that senders must generate.
    private static func fixed(from text: UnsafeBufferPointer<UInt8>) -> Date? {
        var reader = DigitReader(text)
        guard reader.word(weekdays) != nil, reader.skip(","), reader.skip(" "),
            let day = reader.number(2), reader.skip(" "), let month = reader.word(months),
            reader.skip(" "), let year = reader.number(4), reader.skip(" "),
            let seconds = reader.timeOfDay(), reader.word([" GMT"]) != nil, reader.isAtEnd
        else { return nil }
        return date(year, month + 1, day, seconds: seconds)
    }

    /// Reads `Sunday, 06-Nov-94 08:49:37 GMT`.
    ///
    /// The year is in the current century, unless the date would be more than 50 years in the future. Then it
    /// is in the previous century.
    private static func rfc850(from text: UnsafeBufferPointer<UInt8>, now: () -> Date) -> Date? {
        var reader = DigitReader(text)
        guard reader.word(longWeekdays) != nil, reader.skip(","), reader.skip(" "),
            let day = reader.number(2), reader.skip("-"), let month = reader.word(months),
            reader.skip("-"), let shortYear = reader.number(2), reader.skip(" "),
            let seconds = reader.timeOfDay(), reader.word([" GMT"]) != nil, reader.isAtEnd
        else { return nil }
        let present = Int64(now().timeIntervalSince1970.rounded(.down))
        let days = present.quotientFloor(86_400)
        let today = civil(fromDays: days)
        let year = Int(today.year) / 100 * 100 + shortYear
        let isFarAhead =
            (year - 50, month + 1, day, seconds)
            > (Int(today.year), today.month, today.day, Int(present - days * 86_400))
        return date(isFarAhead ? year - 100 : year, month + 1, day, seconds: seconds)
    }

    /// Reads `Sun Nov  6 08:49:37 1994`.
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
        let seconds = hour * 3600 + minute * 60 + second
        // A leap second is 23:59:60.
        return second < 60 || seconds == 86_400 ? seconds : nil
    }
}
