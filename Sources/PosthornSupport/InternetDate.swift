package import FoundationEssentials

/// The date format of RFC 3339, section 5.6: `2026-11-21T10:23:00.5Z`.
package enum InternetDate {
    /// Reads a date.
    ///
    /// Returns `nil` if the text does not have this format. The fraction may have any number of digits. A
    /// leap second, which only follows 23:59:59 in UTC, counts as the second after it.
    package static func date(from text: String) -> Date? {
        var text = text
        return text.withUTF8 { date(from: $0) }
    }

    /// Reads a date from UTF-8.
    /// - Parameter allowsBasicOffsets: Whether offsets may have the forms `+0200` and `+02` of ISO 8601.
    package static func date(
        from text: UnsafeBufferPointer<UInt8>, allowsBasicOffsets: Bool = false
    ) -> Date? {
        moment(from: text, allowsBasicOffsets: allowsBasicOffsets).map {
            Date(timeIntervalSince1970: Double($0.seconds) + $0.fraction)
        }
    }

    /// Reads the seconds since 1970 and their fraction.
    @inline(__always)
    static func moment(
        from text: UnsafeBufferPointer<UInt8>, hasOffset: Bool = true,
        allowsBasicOffsets: Bool = false
    ) -> (seconds: Int64, fraction: Double)? {
        var reader = DigitReader(text)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
            reader.skip("-"), let day = reader.number(2),
            reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
            reader.skip(":"), let second = reader.number(2)
        else { return nil }
        var fraction = 0.0
        if reader.skip(".") {
            guard let digits = reader.fraction() else { return nil }
            fraction = digits
        }
        guard let offset = hasOffset ? reader.offset(allowsBasic: allowsBasicOffsets) : 0,
            reader.isAtEnd
        else { return nil }
        guard (1...12).contains(month), (1...daysIn(month, of: year)).contains(day), hour < 24,
            minute < 60, second <= 60
        else { return nil }
        let days = days(fromYear: Int64(year), month: month, day: day)
        let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset)
        guard second < 60 || seconds % 86_400 == 0 else { return nil }
        return (seconds, fraction)
    }

    // Days since 1970-01-01 in the proleptic Gregorian calendar. Years are counted from March, so that the
    // leap day is the last day, in eras of 400 years (146,097 days).
    package static func days(fromYear year: Int64, month: Int, day: Int) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.quotientFloor(400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = Int64((153 * ((month + 9) % 12) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func civil(fromDays days: Int64) -> (year: Int64, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.quotientFloor(146_097)
        let dayOfEra = shifted - era * 146_097
        let leaps = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leaps) / 365
        let dayOfYear = Int(dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100))
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    package static func daysIn(_ month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    static func append(_ number: Int, width: Int, to text: inout String) {
        let digits = String(number)
        for _ in 0..<max(0, width - digits.utf8.count) { text += "0" }
        text += digits
    }
}

extension Int64 {
    func quotientFloor(_ divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
