/// A reader of durations such as `10s`, `500ms` and `1d`.
enum DurationText {
    /// The longest duration, ten years in milliseconds.
    private static let limit = 3_653 * 86_400_000

    /// Reads a positive integer with a unit, or returns `nil` for another text.
    static func read(_ text: String) -> DurationSpec? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number > 0, !digits.hasPrefix("0"),
            let unit = units[String(text[digits.endIndex...])]
        else { return nil }
        let (milliseconds, isTooLong) = number.multipliedReportingOverflow(by: unit)
        guard !isTooLong, milliseconds <= limit else { return nil }
        return DurationSpec(milliseconds: milliseconds)
    }

    private static let units = [
        "ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
    ]
}
