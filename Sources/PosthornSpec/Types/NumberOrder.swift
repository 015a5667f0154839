/// Compares numbers as they are written, to their last digit: `Double` would take neighbours for one.
struct NumberOrder: Comparable {
    private let isNegative: Bool
    /// Without zeros at either end; empty for zero.
    private let digits: Substring.UTF8View
    /// The power of ten of the first digit.
    private let exponent: Int

    /// Takes a number apart; nothing if it is none.
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

    /// A written exponent; one that is further away than any type goes is as far as that.
    private static func power(_ text: Substring) -> Int {
        let furthest = 1_000_000_000
        guard let power = Int(text.hasPrefix("+") ? text.dropFirst() : text) else {
            return text.hasPrefix("-") ? -furthest : furthest
        }
        return min(max(power, -furthest), furthest)
    }

    /// Whether two texts say one number.
    static func == (left: Self, right: Self) -> Bool { !(left < right) && !(right < left) }

    /// Whether one number is less than another.
    static func < (left: Self, right: Self) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isNearer(than: left) : left.isNearer(than: right)
    }

    /// Whether it is nearer to zero than another.
    private func isNearer(than other: Self) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return !other.digits.isEmpty && digits.isEmpty }
        if exponent != other.exponent { return exponent < other.exponent }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
