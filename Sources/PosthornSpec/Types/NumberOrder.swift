/// A number as it is written, which compares with full precision.
///
/// `Double` would treat close numbers as equal.
struct NumberOrder: Comparable {
    private let isNegative: Bool
    /// The digits without leading and trailing zeros, empty for zero.
    private let digits: Substring.UTF8View
    /// The power of ten of the first digit.
    private let exponent: Int

    /// Parses a number, and returns `nil` for another text.
    init?(_ text: String) {
        guard ScalarDefault.isNumber(text) else { return nil }
        let parts = text.drop { $0 == "-" }
            .split(maxSplits: 1, whereSeparator: { $0 == "e" || $0 == "E" })
        let mantissa = parts[0].split(separator: ".", maxSplits: 1)
        let all = Substring(mantissa.joined()).utf8
        let zeros = all.prefix { $0 == UInt8(ascii: "0") }.count
        var digits = all.dropFirst(zeros)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        self.digits = digits
        isNegative = text.hasPrefix("-") && !digits.isEmpty
        exponent = mantissa[0].utf8.count - zeros + (parts.count == 2 ? Self.power(parts[1]) : 0)
    }

    /// Reads an exponent, limited to a range beyond that of every type.
    private static func power(_ text: Substring) -> Int {
        let furthest = 1_000_000_000
        guard let power = Int(text.hasPrefix("+") ? text.dropFirst() : text) else {
            return text.hasPrefix("-") ? -furthest : furthest
        }
        return min(max(power, -furthest), furthest)
    }

    /// Returns whether two texts denote the same number.
    static func == (left: Self, right: Self) -> Bool { !(left < right) && !(right < left) }

    /// Returns whether the left number is less than the right one.
    static func < (left: Self, right: Self) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isNearer(than: left) : left.isNearer(than: right)
    }

    /// Returns whether the number is closer to zero than another.
    private func isNearer(than other: Self) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return !other.digits.isEmpty && digits.isEmpty }
        if exponent != other.exponent { return exponent < other.exponent }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
