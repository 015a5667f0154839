extension JSONReader {
    /// Reads a value for which the spec has no number format, so that no error suggests one.
    @usableFromInline package mutating func withoutNumberForms<Value>(
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        do {
            return try read(&self)
        } catch var error as JSONError {
            error.isStringForNumber = false
            throw error
        }
    }

    /// Returns the error for text that is not JSON.
    ///
    /// A ``JSONError`` is large. Boxed here, it takes no room in the stack frames of the readers.
    @inline(never)
    func syntax(_ expected: String) -> any Error { syntaxError(expected) }

    private func syntaxError(_ expected: String) -> JSONError {
        JSONError(.syntax, at: offset, expected: expected, found: foundByte)
    }

    /// Returns the error for a value of another type, or for text that is not a value.
    package mutating func mismatch(_ expected: String) -> JSONError {
        guard let byte = peek() else { return syntaxError("a value") }
        let kind: String
        switch byte {
        case UInt8(ascii: "{"): kind = "an object"
        case UInt8(ascii: "["): kind = "an array"
        case UInt8(ascii: "\""): kind = "a string"
        case UInt8(ascii: "t") where starts(with: "true"),
            UInt8(ascii: "f") where starts(with: "false"):
            kind = "a Boolean"
        case UInt8(ascii: "n") where starts(with: "null"):
            return JSONError(.null, at: offset, expected: expected, found: "null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): kind = "a number"
        default: return syntaxError("a value")
        }
        return JSONError(.mismatch, at: offset, expected: expected, found: kind)
    }

    /// Returns whether a literal starts here; any other word is not JSON.
    private func starts(with word: StaticString) -> Bool {
        end - cursor >= word.utf8CodeUnitCount
            && (0..<word.utf8CodeUnitCount).allSatisfy { cursor[$0] == word.utf8Start[$0] }
    }

    /// Returns the error for a value of the right type that is not allowed.
    ///
    /// - Parameters:
    ///   - expected: The expected value, such as `a date of RFC 3339`.
    ///   - start: The offset of the value.
    func invalid(_ expected: String, from start: Int) -> JSONError {
        JSONError(.invalid, at: start, expected: expected, found: "another value")
    }

    /// Returns the error for a value that is not one of the expected ones.
    ///
    /// Throw it in handwritten readers after you have read the value.
    /// - Parameter expected: The expected value, such as `a currency`.
    public func unexpected(_ expected: String) -> JSONError {
        JSONError(.invalid, at: lastScalar, expected: expected, found: "another value")
    }

    /// The offset of the scalar that was just read; the current one after an array or an object.
    private var lastScalar: Int {
        var start = cursor
        guard start > base, start[-1] == UInt8(ascii: "\"") else {
            while start > base, Self.isInNumberOrWord(start[-1]) { start -= 1 }
            return start - base
        }
        start -= 1
        // A quote in a string follows an odd number of backslashes.
        var isOpening = false
        while start > base, !isOpening {
            start -= 1
            guard start.pointee == UInt8(ascii: "\"") else { continue }
            var escape = start
            while escape > base, escape[-1] == UInt8(ascii: "\\") { escape -= 1 }
            isOpening = (start - escape).isMultiple(of: 2)
        }
        return start - base
    }

    private static func isInNumberOrWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Returns the error for the second of two members with the same name, before or after its colon.
    @inline(never)
    package func duplicate() -> any Error { JSONError.duplicate(at: offset) }

    /// Returns the error for a missing member.
    ///
    /// The complete object was searched; the cursor is before its end.
    func missing(_ key: String) -> JSONError {
        var error = JSONError(
            .missing, at: offset + 1, expected: "'\(key)'", found: "an object without it")
        error.missingKey = key
        return error
    }

    // Values may be personal, so only structural characters are shown.
    private var foundByte: String {
        guard cursor < end else { return "the end of the document" }
        switch cursor.pointee {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "<"):
            return "'\(Character(Unicode.Scalar(cursor.pointee)))'"
        case 0..<0x20: return "a control character"
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return "a digit"
        case 0x80...0xff: return "a byte outside of ASCII"
        default: return "another character"
        }
    }
}
