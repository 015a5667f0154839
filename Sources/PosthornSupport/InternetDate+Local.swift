package import FoundationEssentials

extension InternetDate {
    /// Returns the date without an offset, in UTC: `2026-11-21T10:23:00`; `nil` if the year is outside 0 to 9999.
    package static func local(for date: Date) -> String? {
        text(for: date).map { String($0.dropLast()) }
    }

    /// Reads a date without an offset as UTC.
    package static func local(from text: UnsafeBufferPointer<UInt8>) -> Date? {
        moment(from: text, hasOffset: false).map {
            Date(timeIntervalSince1970: Double($0.seconds) + $0.fraction)
        }
    }

    /// Returns the date in UTC with the fewest digits, at most nine, that ``nanos(from:)`` reads as the same date.
    ///
    /// `nil` if the year is outside 0 to 9999.
    package static func nanos(for date: Date) -> String? {
        let time = date.timeIntervalSinceReferenceDate
        let whole = time.rounded(.down)
        guard let text = text(for: Date(timeIntervalSinceReferenceDate: whole)) else { return nil }
        let fraction = time - whole
        guard fraction > 0 else { return text }
        var scale = 1.0
        for count in 1...9 {
            scale *= 10
            let digits = min((fraction * scale).rounded(), scale - 1)
            guard count == 9 || whole + digits / scale == time else { continue }
            var result = String(text.dropLast()) + "."
            append(Int(digits), width: count, to: &result)
            return result + "Z"
        }
        return nil
    }

    /// Reads a date as exactly as a `Date` can hold it: to about 0.1 microseconds in this century.
    package static func nanos(from text: UnsafeBufferPointer<UInt8>) -> Date? {
        moment(from: text).map {
            Date(timeIntervalSinceReferenceDate: Double($0.seconds - 978_307_200) + $0.fraction)
        }
    }
}
