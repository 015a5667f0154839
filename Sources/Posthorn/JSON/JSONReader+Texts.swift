/// Reading what has texts in place of numbers, and no arrays: documents of XML, turned into JSON.
///
/// An element is an object. Its attributes and the elements in it are members, the latter arrays if
/// there are several of a name; its own text is the member `#text`.
extension JSONReader {
    /// Reads a value of a type that says what the texts are.
    /// - Throws: an ``APIError/Cause`` with the path of what the type refuses.
    package static func read<Value: JSONReadable>(
        _ type: Value.Type, fromTexts value: JSONValue
    ) throws -> Value {
        try JSONWriter.bytes(of: value).withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            reader.readsTexts = true
            do {
                let value = try Value(json: &reader)
                try reader.finish()
                return value
            } catch let error as JSONError {
                // Lines and columns would be those of a text that nobody has seen.
                let ending = ".#text"
                var located = error.located(in: bytes)
                if located.path.hasSuffix(ending) { located.path.removeLast(ending.count) }
                throw APIError.Cause(
                    .decodingFailed,
                    "the response does not have the expected shape: \(located.cause)",
                    advice: "compare it with the spec; the bytes are in the error's `response`")
            }
        }
    }

    /// Reads the text of the element that comes next; nothing if there is none to read.
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
        // An element with nothing in it has an empty text.
        guard !hasElements, let empty = "" as? Value else { return nil }
        try pass()
        return empty
    }

    /// Reads a text as what the JSON between its quotes is: a number, `true`.
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

    /// A text that stands for another value, without the blanks around it that XML allows.
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

    /// Passes over blanks in a string, where line breaks and tabs are written as escapes.
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

    /// Whether the next value is one that stands for an array of itself, which is begun then.
    mutating func beginSingle() -> Bool {
        guard readsTexts, peek() != nil, depth < Self.depthLimit else { return false }
        depth += 1
        isFirst = true
        singles.append(depth)
        return true
    }

    /// Whether the array of a single value, if it is one, has an element left.
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
