/// Reads XML documents that were converted to JSON, with strings for numbers and no single-element arrays.
///
/// An element is an object. Its attributes and child elements are members. Child elements with the same name
/// form an array. The text of the element is the member `#text`.
extension JSONReader {
    /// Reads the text of the next element; returns `nil` if it has none.
    mutating func elementText<Value>(
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value? {
        guard readsTexts, peek() == UInt8(ascii: "{") else { return nil }
        let start = mark()
        var value: Value?
        var hasElements = false
        try enterObject()
        while let key = try memberKey() {
            if "#text" ~= key {
                value = try read(&self)
            } else {
                let next = peek()
                hasElements =
                    hasElements || next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
                try pass()
            }
        }
        if value != nil { return value }
        move(to: start)
        // An element without content has an empty text.
        guard !hasElements, let empty = "" as? Value else { return nil }
        try pass()
        return empty
    }

    /// Reads the number or Boolean that a text contains.
    mutating func textValue<Value>(
        _ expected: String, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value? {
        guard readsTexts else { return nil }
        guard peek() == UInt8(ascii: "\"") else {
            return try elementText { json in
                guard let value = try json.textValue(expected, read) else {
                    throw json.mismatch(expected)
                }
                return value
            }
        }
        let start = offset
        cursor += 1
        passTextBlanks()
        guard cursor < end, cursor.pointee != UInt8(ascii: "\"") else {
            throw JSONError(.mismatch, at: start, expected: expected, found: "an empty text")
        }
        let value: Value
        do {
            value = try read(&self)
        } catch let error as JSONError where error.reason == .syntax || error.reason == .mismatch {
            throw JSONError(.mismatch, at: start, expected: expected, found: "a text")
        }
        passTextBlanks()
        guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else {
            throw JSONError(.mismatch, at: start, expected: expected, found: "a text")
        }
        cursor += 1
        return value
    }

    /// Returns the text of a non-string value without the surrounding blanks that XML allows.
    func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard readsTexts else { return text }
        let isBlank = { (byte: UInt8) in
            byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
        }
        guard let first = text.firstIndex(where: { !isBlank($0) }),
            let last = text.lastIndex(where: { !isBlank($0) })
        else { return UnsafeBufferPointer(rebasing: text[..<0]) }
        return UnsafeBufferPointer(rebasing: text[first...last])
    }

    /// Skips blanks in a string, where line breaks and tabs are escaped.
    private mutating func passTextBlanks() {
        while cursor < end {
            if cursor.pointee == UInt8(ascii: " ") {
                cursor += 1
            } else if cursor.pointee == UInt8(ascii: "\\"), end - cursor > 1,
                [UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t")].contains(cursor[1])
            {
                cursor += 2
            } else {
                return
            }
        }
    }

    /// Begins the array that a single value, or a missing member, represents; returns `false` if the next
    /// value is not one.
    mutating func beginSingle() -> Bool {
        guard readsTexts, peek() != nil, depth < Self.depthLimit else { return false }
        depth += 1
        isFirst = absent == nil
        absent = nil
        singles.append(depth)
        return true
    }

    /// Returns whether the array of a single value has another element; `nil` if it is a real array.
    mutating func nextSingle() -> Bool? {
        guard let last = singles.last, last == depth else { return nil }
        if isFirst {
            isFirst = false
            return true
        }
        singles.removeLast()
        depth -= 1
        return false
    }
}
