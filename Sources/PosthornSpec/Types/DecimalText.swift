/// A decimal number as a spec writes it, taken apart so that it can be written without rounding.
public struct DecimalText: Hashable, Sendable {
    /// Whether it is below zero.
    public var isNegative: Bool
    /// The digits without the point.
    public var significand: Int64
    /// The power of ten by which the significand is multiplied: minus the digits after the point.
    public var exponent: Int

    /// Takes a number apart; nothing if it is none, or one of more than 18 digits.
    public init?(_ text: String) {
        isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }
            .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.count(where: { $0 == "-" }) == (isNegative ? 1 : 0), let whole = parts.first,
            !whole.isEmpty, whole == "0" || !whole.hasPrefix("0")
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard parts.count == 1 || !fraction.isEmpty else { return nil }
        let digits = whole + fraction
        guard digits.count <= 18, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = Int64(digits)
        else { return nil }
        significand = value
        exponent = -fraction.count
    }
}
