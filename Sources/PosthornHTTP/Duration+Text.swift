extension Duration {
    /// The duration for messages, with at most one decimal.
    ///
    /// For example `60 seconds`, `1.5 seconds`, `50 milliseconds`, `20 microseconds`.
    package var text: String {
        // Larger values would overflow, and their fraction does not matter.
        if components.seconds.magnitude >= 1_000_000_000 { return "\(components.seconds) seconds" }
        let microseconds = Int((self / .microseconds(1)).rounded())
        if abs(microseconds) < 1000, self != .zero {
            return Self.count(microseconds, "microsecond")
        }
        let milliseconds = Int((self / .milliseconds(1)).rounded())
        if abs(milliseconds) < 100 { return Self.count(milliseconds, "millisecond") }
        let tenths = Int((self / .milliseconds(100)).rounded())
        if tenths == 10 { return "1 second" }
        let sign = tenths < 0 ? "-" : ""
        let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        return "\(sign)\(whole)" + (rest == 0 ? "" : ".\(rest)") + " seconds"
    }

    private static func count(_ number: Int, _ unit: String) -> String {
        "\(number) \(unit)" + (abs(number) == 1 ? "" : "s")
    }
}
