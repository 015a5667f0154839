/// A duration in the wire format that a spec selects, for defaults.
package struct WireDuration {
    /// The length, at most 2^33 seconds.
    package let nanoseconds: Int

    /// Reads a duration, or returns `nil` for another text.
    ///
    /// - Parameter form: The format, as in `Duration(iso)`.
    package init?(_ text: String, form: String?) {
        let amount: Double? =
            switch form {
            case "iso": Self.iso(text)
            case "go": Self.sum(text[...], Self.units)
            case "seconds": ScalarDefault.isNumber(text) ? Double(text) : nil
            default: ScalarDefault.isNumber(text) ? Double(text).map { $0 / 1000 } : nil
            }
        guard let amount, amount.magnitude < 8_589_934_592 else { return nil }
        // Both parts are exact.
        let whole = amount.rounded(.towardZero)
        nanoseconds = Int(whole) * 1_000_000_000 + Int(((amount - whole) * 1e9).rounded())
    }

    private typealias Unit = (name: String, seconds: Double)

    private static let units: [Unit] = [
        ("d", 86_400), ("h", 3600), ("ms", 0.001), ("m", 60), ("us", 1e-6), ("ns", 1e-9), ("s", 1),
    ]

    private static func iso(_ text: String) -> Double? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts[0].hasPrefix("P"), text != "P" else {
            return nil
        }
        let days = parts[0].dropFirst()
        let date = days.isEmpty ? 0 : sum(days, [("W", 604_800), ("D", 86_400)])
        let time = parts.count == 2 ? sum(parts[1], [("H", 3600), ("M", 60), ("S", 1)]) : 0
        guard let date, let time else { return nil }
        return date + time
    }

    /// Returns the sum of numbers with units, or `nil` for another text.
    private static func sum(_ text: Substring, _ units: [Unit]) -> Double? {
        var (rest, sum) = (text, 0.0)
        repeat {
            let number = rest.prefix { "0123456789.".contains($0) }
            rest = rest.dropFirst(number.count)
            guard number.first != ".", let amount = Double(String(number)),
                let unit = units.first(where: { rest.hasPrefix($0.name) })
            else { return nil }
            rest = rest.dropFirst(unit.name.count)
            sum += amount * unit.seconds
        } while !rest.isEmpty
        return sum
    }
}
