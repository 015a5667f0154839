package import FoundationEssentials

extension InternetDate {
    static let weekdays: [StaticString] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the day in UTC: `2026-11-21`; `nil` if the year is outside 0 to 9999.
    package static func day(for date: Date) -> String? {
        text(for: date).map { String($0.prefix(10)) }
    }

    /// Reads a day as midnight UTC.
    package static func day(from text: UnsafeBufferPointer<UInt8>) -> Date? {
        var reader = DigitReader(text)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
            reader.skip("-"), let day = reader.number(2), reader.isAtEnd
        else { return nil }
        return date(year, month, day, seconds: 0)
    }

    /// Returns the date in the HTTP format: `Sat, 21 Nov 2026 10:23:00 GMT`; `nil` if the year is outside 0
    /// to 9999.
    package static func http(for date: Date) -> String? {
        // The RFC 3339 text has the same parts and rejects the same dates.
        let whole = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        guard let text = text(for: whole) else { return nil }
        let days = Int64((whole.timeIntervalSince1970 / 86_400).rounded(.down))
        let (year, month, day) = civil(fromDays: days)
        var result = "\(weekdays[Int(days - days.quotientFloor(7) * 7)]), "
        append(day, width: 2, to: &result)
        result += " \(months[month - 1]) "
        append(Int(year), width: 4, to: &result)
        return result + " " + text.dropFirst(11).prefix(8) + " GMT"
    }

    static func date(_ year: Int, _ month: Int, _ day: Int, seconds: Int) -> Date? {
        guard (1...12).contains(month), (1...daysIn(month, of: year)).contains(day) else {
            return nil
        }
        let days = days(fromYear: Int64(year), month: month, day: day)
        return Date(timeIntervalSince1970: Double(days * 86_400 + Int64(seconds)))
    }
}
