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
        return String(unsafeUninitializedCapacity: 24) { text in
            var count = 0
            func write(_ number: Int, _ width: Int, _ end: Unicode.Scalar) {
                var rest = number
                for index in (count..<count + width).reversed() {
                    text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                text[count + width] = UInt8(ascii: end)
                count += width + 1
            }
            write(Int(year), 4, "-")
            write(month, 2, "-")
            write(day, 2, "T")
            write(second / 3600, 2, ":")
            write(second / 60 % 60, 2, ":")
            write(second % 60, 2, fraction > 0 ? "." : "Z")
            if fraction > 0 { write(fraction, 3, "Z") }
            return count
        }
    }
}
