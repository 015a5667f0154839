package import FoundationEssentials

extension InternetDate {
    /// Returns the date in UTC, with milliseconds if they are not zero.
    ///
    /// `nil` if the year is outside 0 to 9999, because RFC 3339 has four digits for it.
    package static func text(for date: Date) -> String? {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard milliseconds >= -62_167_219_200_000, milliseconds < 253_402_300_800_000 else {
            return nil
        }
        let total = Int64(milliseconds)
        let seconds = total.quotientFloor(1000)
        let fraction = Int(total - seconds * 1000)
        let days = seconds.quotientFloor(86_400)
        let second = Int(seconds - days * 86_400)
        let (year, month, day) = civil(fromDays: days)
        var text = ""
        text.reserveCapacity(24)
        append(Int(year), width: 4, to: &text)
        text += "-"
        append(month, width: 2, to: &text)
        text += "-"
        append(day, width: 2, to: &text)
        text += "T"
        append(second / 3600, width: 2, to: &text)
        text += ":"
        append(second / 60 % 60, width: 2, to: &text)
        text += ":"
        append(second % 60, width: 2, to: &text)
        if fraction > 0 {
            text += "."
            append(fraction, width: 3, to: &text)
        }
        return text + "Z"
    }
}
