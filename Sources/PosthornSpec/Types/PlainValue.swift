/// The meaning of a value that is written without quotes where no type decides.
///
/// It is the value's type in JSON. `yes`, `NULL` and `1d` are texts.
package enum PlainValue: Hashable {
    case null
    case bool(Bool)
    /// An integer of 64 bits, signed or unsigned.
    case integer(ScalarType)
    /// Any other number, also one that JSON writes differently, such as `007`.
    case number
    case text

    package init(_ text: String) {
        if text == "null" || text == "~" {
            self = .null
        } else if let bool = Bool(text) {
            self = .bool(bool)
        } else if text.utf8.first?.isLetter == true {
            self = .text
        } else if let type = Self.integers.first(where: {
            ScalarDefault.problem(text, $0) == nil
        }) {
            self = .integer(type)
        } else {
            // A date such as `2026-01-01` is no number.
            let isNumeric =
                text.first.map { "0123456789+-.".contains($0) } == true && Double(text) != nil
            self = isNumeric ? .number : .text
        }
    }

    private static let integers = [ScalarType.int, .uint64]

    /// Returns a text as it stands in a list or a map of YAML, with quotes if it needs them.
    ///
    /// - Parameter isNumber: Whether a text that is a number is one.
    static func written(_ text: String, isNumber: Bool = false) -> String {
        switch PlainValue(text) {
        case .integer where isNumber, .number where isNumber: return text
        case .text where isWord(text): return text
        case .null, .bool, .integer, .number, .text: break
        }
        var result = "\""
        for character in text {
            if character == "\"" || character == "\\" { result += "\\" }
            result.append(character)
        }
        return result + "\""
    }

    private static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isLetter || first.isDigit else { return false }
        return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_./".utf8.contains($0) }
    }
}
