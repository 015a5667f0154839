/// A check of decimal numbers.
enum DecimalText {
    /// Returns whether a text is a number with at most 18 digits.
    static func isNumber(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, whole == "0" || !whole.hasPrefix("0") else { return false }
        return digits.utf8.count(where: { $0 != UInt8(ascii: ".") }) <= 18
            && parts.allSatisfy(\.isDigits)
    }
}
