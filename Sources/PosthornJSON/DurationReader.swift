/// A parser of durations in the notation of ISO 8601, and in that of Go and Prometheus.
struct DurationReader {
    private var rest: UnsafeBufferPointer<UInt8>.SubSequence
    /// The sum in attoseconds.
    private var sum: Int128 = 0

    init(_ text: UnsafeBufferPointer<UInt8>) { rest = text[...] }

    private static let second: Int128 = 1_000_000_000_000_000_000

    /// Reads a duration such as `P1DT2H` or `PT0.5S`.
    ///
    /// Years and months have no fixed length.
    mutating func iso() -> Duration? {
        let isNegative = skipsMinus()
        guard skip("P") else { return nil }
        var units: [(name: StaticString, seconds: Int128)] = [("W", 604_800), ("D", 86_400)]
        var (isTime, isLast, count) = (false, false, 0)
        while !rest.isEmpty {
            if !isTime, skip("T") {
                (isTime, count) = (true, 0)
                units = [("H", 3600), ("M", 60), ("S", 1)]
                continue
            }
            guard !isLast, let amount = amount(allowsComma: true),
                let place = units.firstIndex(where: { skip($0.name) }),
                add(amount, units[place].seconds * Self.second)
            else { return nil }
            units.removeSubrange(...place)
            // Only the last number has a fraction.
            isLast = amount.digits > 0
            count += 1
        }
        return count > 0 ? duration(isNegative) : nil
    }

    /// Reads a duration such as `1h30m`, `1.5h` or `0`.
    mutating func go() -> Duration? {
        let isNegative = skipsMinus()
        if rest.elementsEqual("0".utf8) { return .zero }
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            guard let amount = amount(), let unit = Self.units.first(where: { skip($0.name) }),
                add(amount, unit.attoseconds)
            else { return nil }
        }
        return duration(isNegative)
    }

    /// The units of Go, with both signs for micro, and those of Prometheus; the longest names first.
    private static let units: [(name: StaticString, attoseconds: Int128)] = [
        ("ns", second / 1_000_000_000), ("us", second / 1_000_000), ("µs", second / 1_000_000),
        ("μs", second / 1_000_000), ("ms", second / 1000), ("s", second), ("m", 60 * second),
        ("h", 3600 * second), ("d", 86_400 * second), ("w", 604_800 * second),
        ("y", 31_536_000 * second),
    ]

    private func duration(_ isNegative: Bool) -> Duration? {
        // More seconds than 64 bits have no components.
        guard sum < Int128(Int64.max) * Self.second else { return nil }
        return Duration(attoseconds: isNegative ? -sum : sum)
    }

    /// A decimal number: `number` without its point, and the number of digits behind the point.
    private typealias Amount = (number: Int128, digits: Int)

    /// Reads a number; digits behind the twelfth of its fraction do not count.
    private mutating func amount(allowsComma: Bool = false) -> Amount? {
        var amount: Amount = (0, 0)
        let whole = digits()
        guard whole.count <= 19 else { return nil }
        for digit in whole { amount.number = amount.number * 10 + Int128(digit - 0x30) }
        var hasFraction = false
        if skip(".") || allowsComma && skip(",") {
            let fraction = digits()
            hasFraction = !fraction.isEmpty
            guard hasFraction else { return nil }
            amount.digits = min(fraction.count, 12)
            for digit in fraction.prefix(12) {
                amount.number = amount.number * 10 + Int128(digit - 0x30)
            }
        }
        return whole.isEmpty && !hasFraction ? nil : amount
    }

    private mutating func digits() -> UnsafeBufferPointer<UInt8>.SubSequence {
        let digits = rest.prefix { $0 &- 0x30 < 10 }
        rest = rest.dropFirst(digits.count)
        return digits
    }

    /// Adds a number of units; returns `false` if the sum is too large.
    private mutating func add(_ amount: Amount, _ unit: Int128) -> Bool {
        var scale: Int128 = 1
        for _ in 0..<amount.digits { scale *= 10 }
        let (whole, isTooLarge) = (amount.number / scale).multipliedReportingOverflow(by: unit)
        guard !isTooLarge else { return false }
        let (part, hasOverflow) = whole.addingReportingOverflow(
            amount.number % scale * unit / scale)
        guard !hasOverflow else { return false }
        let (total, isTooLong) = sum.addingReportingOverflow(part)
        sum = total
        return !isTooLong
    }

    /// Skips a sign; returns whether it is a minus sign.
    private mutating func skipsMinus() -> Bool {
        let isPositive = skip("+")
        return !isPositive && skip("-")
    }

    private mutating func skip(_ word: StaticString) -> Bool {
        let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }
}
