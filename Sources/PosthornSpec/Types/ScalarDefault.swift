/// A check of defaults of built-in types.
package enum ScalarDefault {
    /// Returns what to write instead of a text, or `nil` if the text is a value of the type.
    ///
    /// - Parameter form: The wire format of a date, of data or of a number, or `nil` for the default one.
    package static func problem(
        _ text: String, _ type: ScalarType, form: String? = nil
    ) -> String? {
        switch type {
        case .string: nil
        case .bool: text == "true" || text == "false" ? nil : "'true' or 'false'"
        case .int, .int64:
            isWhole(text)
                ? Int64(text) == nil ? "a whole number of 64 bits" : nil : "a whole number"
        case .int32: isWhole(text) && Int32(text) != nil ? nil : "a whole number of 32 bits"
        case .uint64:
            isWhole(text) && !text.hasPrefix("-") && UInt64(text) != nil
                ? nil : "a whole number from 0 to \(UInt64.max)"
        case .double: problem(text, Double.self, most: "1.8e308", least: "2.3e-308", else: "")
        case .float:
            problem(
                text, Float.self, most: "3.4e38", least: "1.2e-38", else: ", or the type 'Double'")
        case .decimal: DecimalText.isNumber(text) ? nil : "a number of at most 18 digits"
        case .date, .duration, .uuid, .url, .data: TextDefault.problem(text, type, form: form)
        case .json, .encodedPath: none(type)
        }
    }

    /// Returns what to write instead of a number that the type cannot represent with full precision.
    private static func problem<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ text: String, _ type: Number.Type, most: String, least: String, else other: String
    ) -> String? {
        guard isNumber(text), let number = type.init(text) else { return "a number" }
        guard number.isFinite else { return "a number below \(most)\(other)" }
        let mantissa = text.prefix { $0 != "e" && $0 != "E" }
        if number.isNormal || !mantissa.contains(where: { ("1"..."9").contains($0) }) { return nil }
        return "0, or a number of \(least) or more\(other)"
    }

    /// Returns what to write instead of a default for a type that has none.
    static func none(_ type: ScalarType) -> String {
        "no default: '\(type.rawValue)' has none; let a '?' on the name leave it out"
    }

    /// Returns whether a text is an integer without leading zeros.
    private static func isWhole(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
        return digits.isDigits && (digits == "0" || !digits.hasPrefix("0"))
    }

    /// Returns whether a text is a number as in JSON.
    package static func isNumber(_ text: String) -> Bool {
        let parts = text.split(
            maxSplits: 1, omittingEmptySubsequences: false,
            whereSeparator: { $0 == "e" || $0 == "E" })
        let mantissa = parts[0].split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard isWhole(String(mantissa[0])) else { return false }
        if mantissa.count == 2, !mantissa[1].isDigits { return false }
        guard parts.count == 2 else { return true }
        let exponent =
            parts[1].hasPrefix("-") || parts[1].hasPrefix("+")
            ? parts[1].dropFirst() : parts[1]
        return exponent.isDigits
    }
}
