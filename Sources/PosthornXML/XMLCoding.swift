internal import PosthornCore

/// Reads the values of an XML document that was converted to JSON.
///
/// An element is an object. Its attributes and child elements are members, and its text is the member
/// `#text`. Numbers and Booleans are texts, an array of one element is the element, and an empty array is
/// absent.
final class XMLCoding: ValueCoding {
    var missing: String?
    /// The depths of the open arrays that are single values.
    private var singles: [Int] = []

    func scalar(_ kind: ScalarKind, in json: inout JSONReader) throws -> [UInt8]? {
        guard let text = try Self.text(kind, in: &json) else { return nil }
        switch kind {
        case .string: return try JSONWriter.bytes(of: text)
        case .formattedString: return try JSONWriter.bytes(of: Self.trimmed(text))
        case .number: return Array(Self.number(Self.trimmed(text)).utf8)
        case .bool: return Array(Self.bool(Self.trimmed(text)).utf8)
        }
    }

    /// Returns the next text, or the text of the next element, and moves behind it.
    private static func text(_ kind: ScalarKind, in json: inout JSONReader) throws -> String? {
        let byte = json.peek()
        if byte == UInt8(ascii: "\"") { return try json.readString() }
        guard byte == UInt8(ascii: "{") else { return nil }
        let start = json.mark()
        var text: String?
        var hasElements = false
        try json.enterObject()
        while let key = try json.memberKey() {
            if key.name == "#text" {
                text = try json.readString()
            } else {
                let next = json.peek()
                hasElements =
                    hasElements || next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
                try json.pass()
            }
        }
        if let text { return text }
        // An element without content has an empty text.
        if kind == .string, !hasElements { return "" }
        json.move(to: start)
        return nil
    }

    func beginArray(in json: inout JSONReader) -> Bool {
        guard json.peek() != nil, json.depth < JSONReader.depthLimit else { return false }
        json.depth += 1
        json.isFirst = missing == nil
        missing = nil
        singles.append(json.depth)
        return true
    }

    func nextElement(in json: inout JSONReader) -> Bool? {
        guard singles.last == json.depth else { return nil }
        if json.isFirst {
            json.isFirst = false
            return true
        }
        singles.removeLast()
        json.depth -= 1
        return false
    }

    func endArrays(below depth: Int) {
        while let last = singles.last, last > depth { singles.removeLast() }
    }
}

// The lexical forms of XML Schema, part 2.
extension XMLCoding {
    /// Returns the text without the blanks that XML Schema collapses.
    private static func trimmed(_ text: String) -> String {
        let isBlank = { (byte: UInt8) in
            byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
        }
        guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
            let last = text.utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(text[first...last])
    }

    /// Returns a Boolean (section 3.3.2) as in JSON; other text is unchanged.
    private static func bool(_ text: String) -> String {
        switch text {
        case "1": "true"
        case "0": "false"
        default: text
        }
    }

    /// Returns a number (sections 3.3.3 and 3.3.5), such as `+5`, `007`, `.5` or `5.`, as in JSON; other text
    /// is unchanged.
    private static func number(_ text: String) -> String {
        var rest = text.utf8[...]
        func digits() -> Substring.UTF8View {
            let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
            rest = rest.dropFirst(digits.count)
            return digits
        }
        let sign = rest.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
        let whole = digits()
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = digits()
        }
        let hasExponent = rest.first.map { $0 | 0x20 == UInt8(ascii: "e") } ?? true
        guard !whole.isEmpty || !fraction.isEmpty, hasExponent else { return text }
        let significant = whole.drop { $0 == UInt8(ascii: "0") }
        var number = sign == UInt8(ascii: "-") ? "-" : ""
        number += significant.isEmpty ? "0" : String(Substring(significant))
        if !fraction.isEmpty { number += "." + String(Substring(fraction)) }
        return number + String(Substring(rest))
    }
}
