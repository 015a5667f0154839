extension JSONReader {
    /// The error for text that is not JSON.
    func syntax(_ expected: String) -> JSONError {
        JSONError(.syntax, at: offset, expected: expected, found: foundByte)
    }

    /// The error for a value of another type, or for what is no value at all.
    mutating func mismatch(_ expected: String) -> JSONError {
        guard let byte = peek() else { return syntax("a value") }
        let kind: String
        switch byte {
        case UInt8(ascii: "{"): kind = "an object"
        case UInt8(ascii: "["): kind = "an array"
        case UInt8(ascii: "\""): kind = "a string"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): kind = "a Boolean"
        case UInt8(ascii: "n"):
            return JSONError(.null, at: offset, expected: expected, found: "null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): kind = "a number"
        default: return syntax("a value")
        }
        return JSONError(.mismatch, at: offset, expected: expected, found: kind)
    }

    /// The error for a value that has the right type and is still not what was expected.
    ///
    /// - Parameters:
    ///   - expected: What was expected, as in `a date of RFC 3339`.
    ///   - start: Where the value starts.
    func invalid(_ expected: String, from start: Int) -> JSONError {
        JSONError(.invalid, at: start, expected: expected, found: "another value")
    }

    /// The error for a value that is not one of those that were expected.
    ///
    /// For readers written by hand; the value has been read when this is thrown.
    /// - Parameter expected: What was expected, as in `a currency`.
    public func unexpected(_ expected: String) -> JSONError {
        JSONError(.invalid, at: max(0, offset - 1), expected: expected, found: "another value")
    }

    /// Whether all that was read of the object is what was expected.
    ///
    /// Ask it after the last key, and throw ``failure(in:needing:)`` if it is not so.
    @inlinable public var isIntact: Bool { failure == nil }

    /// Keeps an error until the object's loop has ended.
    @usableFromInline
    mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }

    /// What was wrong with an object: its first error, else the first required member that it
    /// lacks.
    ///
    /// - Parameters:
    ///   - start: Where the object starts, as ``beginObject()`` said.
    ///   - keys: The names of its required members.
    public mutating func failure(in start: Int, needing keys: StaticString...) -> any Error {
        if let failure {
            self.failure = nil
            return failure
        }
        let end = mark()
        cursor = base + start
        beginObject()
        var found: Set<String> = []
        while let key = nextKey() {
            found.insert(key.name)
            skip()
        }
        move(to: end)
        return missing(keys.first { !found.contains("\($0)") } ?? "")
    }

    /// The error for a member that is not there.
    private func missing(_ key: StaticString) -> JSONError {
        var error = JSONError(
            .missing, at: offset, expected: "'\(key)'", found: "an object without it")
        error.missingKey = "\(key)"
        return error
    }

    // A value may be personal: only what structure is made of is shown.
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
