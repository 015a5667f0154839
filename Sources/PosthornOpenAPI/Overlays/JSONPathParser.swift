internal import PosthornSpec

/// The reader of a path.
struct JSONPathParser {
    /// The greatest index, as JSON has it.
    private static let indexLimit = 9_007_199_254_740_991

    let text: [Unicode.Scalar]
    var index = 0
    var depth = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    mutating func path() throws(JSONPath.Problem) -> [JSONPath.Segment] {
        guard take("$") else { throw problem("'$', the root, at the beginning") }
        let segments = try segments()
        guard index == text.count else {
            throw problem("'.name', '[…]' or '..', or nothing after the path")
        }
        return segments
    }

    /// Returns the error at the current place.
    func problem(_ write: String) -> JSONPath.Problem {
        let rest = String(String.UnicodeScalarView(text[index...].prefix(20)))
        return JSONPath.Problem(
            found: index < text.count
                ? "\(quoted(rest)) at character \(index + 1)" : "the end of the path",
            write: write)
    }

    // MARK: Segments

    mutating func segments() throws(JSONPath.Problem) -> [JSONPath.Segment] {
        var segments: [JSONPath.Segment] = []
        while true {
            let start = index
            skipSpace()
            if take("..") {
                segments.append(.init(isDescendant: true, selectors: try descendants()))
            } else if take(".") {
                segments.append(.init(isDescendant: false, selectors: [try shorthand()]))
            } else if peek("[") {
                segments.append(.init(isDescendant: false, selectors: try bracketed()))
            } else {
                index = start
                return segments
            }
        }
    }

    private mutating func descendants() throws(JSONPath.Problem) -> [JSONPath.Selector] {
        peek("[") ? try bracketed() : [try shorthand()]
    }

    /// Reads `*` or a name without quotes.
    ///
    /// A name may have hyphens, which RFC 9535 requires quotes for, because examples of overlays have them.
    private mutating func shorthand() throws(JSONPath.Problem) -> JSONPath.Selector {
        if take("*") { return .wildcard }
        let start = index
        while index < text.count, Self.isNamePart(text[index], isFirst: index == start) {
            index += 1
        }
        guard index > start else { throw problem("a name, '*', or a name in brackets: \"['/a']\"") }
        if peek("(") { throw problem("a comparison; functions are not supported") }
        return .name(String(String.UnicodeScalarView(text[start..<index])))
    }

    static func isNamePart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_", "\u{80}"...: true
        case "0"..."9", "-": !isFirst
        default: false
        }
    }

    private mutating func bracketed() throws(JSONPath.Problem) -> [JSONPath.Selector] {
        index += 1
        var selectors: [JSONPath.Selector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while take(",")
        guard take("]") else { throw problem("',' or ']'") }
        return selectors
    }

    private mutating func selector() throws(JSONPath.Problem) -> JSONPath.Selector {
        if take("*") { return .wildcard }
        if take("?") {
            skipSpace()
            return .filter(try filter())
        }
        if let name = try string() { return .name(name) }
        return try indexOrSlice()
    }

    private mutating func indexOrSlice() throws(JSONPath.Problem) -> JSONPath.Selector {
        let first = try integer()
        let start = index
        skipSpace()
        guard take(":") else {
            index = start
            guard let first else {
                throw problem("a name in quotes, an index, '*' or a filter such as \"?@.a == 'b'\"")
            }
            return .index(first)
        }
        skipSpace()
        let end = try integer()
        skipSpace()
        var step: Int?
        if take(":") {
            skipSpace()
            step = try integer()
        }
        return .slice(from: first, to: end, by: step ?? 1)
    }

    /// Reads a whole number as JSON writes it, or returns `nil` if there is none.
    private mutating func integer() throws(JSONPath.Problem) -> Int? {
        let start = index
        let isNegative = take("-")
        let digits = digits()
        guard !digits.isEmpty else {
            guard isNegative else { return nil }
            throw problem("a digit")
        }
        guard digits == "0" ? !isNegative : digits.first != "0", let value = Int(digits),
            value <= Self.indexLimit
        else {
            index = start
            throw problem("a whole number without leading zeros")
        }
        return isNegative ? -value : value
    }

    mutating func digits() -> String {
        var digits = ""
        while index < text.count, ("0"..."9").contains(text[index]) {
            digits.unicodeScalars.append(text[index])
            index += 1
        }
        return digits
    }

    // MARK: Texts

    /// Reads a text in quotes, or returns `nil` if there is none.
    mutating func string() throws(JSONPath.Problem) -> String? {
        guard index < text.count, text[index] == "'" || text[index] == "\"" else { return nil }
        let quote = text[index]
        index += 1
        var result = String.UnicodeScalarView()
        while index < text.count, text[index] != quote {
            guard text[index].value >= 0x20 else { throw problem("'\\n' for a line feed") }
            if text[index] == "\\" {
                result.append(try escape(in: quote))
            } else {
                result.append(text[index])
                index += 1
            }
        }
        guard index < text.count else { throw problem("a closing quote") }
        index += 1
        return String(result)
    }

    private mutating func escape(in quote: Unicode.Scalar) throws(JSONPath.Problem)
        -> Unicode.Scalar
    {
        let start = index
        index += 1
        let escapes: [Unicode.Scalar: Unicode.Scalar] = [
            "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "/": "/", "\\": "\\",
            quote: quote,
        ]
        if index < text.count, let scalar = escapes[text[index]] {
            index += 1
            return scalar
        }
        if take("u"), let first = unit() {
            if let scalar = Unicode.Scalar(first) { return scalar }
            if first < 0xDC00, take("\\u"), let second = unit(), (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(
                    0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
            {
                return scalar
            }
        }
        index = start
        throw problem("an escape of JSON, such as '\\n' or '\\u00e4'")
    }

    /// Reads a code unit of four hexadecimal digits.
    private mutating func unit() -> UInt16? {
        let digits = String(String.UnicodeScalarView(text[index...].prefix(4)))
        guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit) else { return nil }
        index += 4
        return UInt16(digits, radix: 16)
    }

    // MARK: Characters

    func peek(_ scalar: Unicode.Scalar) -> Bool {
        index < text.count && text[index] == scalar
    }

    mutating func take(_ word: String) -> Bool {
        guard text[index...].starts(with: word.unicodeScalars) else { return false }
        index += word.unicodeScalars.count
        return true
    }

    mutating func skipSpace() {
        while index < text.count, [" ", "\t", "\n", "\r"].contains(text[index]) { index += 1 }
    }
}
