extension JSONReader {
    /// Returns the error for text that is not JSON.
    func syntax(_ expected: String) -> JSONError {
        JSONError(.syntax, at: offset, expected: expected, found: foundByte)
    }

    /// Returns the error for a value of another type, or for text that is not a value.
    package mutating func mismatch(_ expected: String) -> JSONError {
        guard let byte = peek() else { return syntax("a value") }
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
        default: return syntax("a value")
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
        JSONError(.invalid, at: max(0, offset - 1), expected: expected, found: "another value")
    }

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
