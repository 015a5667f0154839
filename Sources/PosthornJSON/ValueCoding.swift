/// How a document writes values where JSON has another form, such as an XML document that was converted to
/// JSON.
///
/// A reader asks it where a value does not have the expected form. Without a coding, it accepts JSON only.
package protocol ValueCoding: AnyObject {
    /// The name of the required member whose value is read next although the object does not have it.
    ///
    /// A required member may be missing if it is an array, which the coding then begins as an empty one.
    var missing: String? { get set }

    /// Returns the scalar that the next value represents as JSON text, and moves behind the value.
    ///
    /// Returns `nil` if the value represents no scalar, and an empty text if it is empty.
    func scalar(_ kind: ScalarKind, in json: inout JSONReader) throws -> [UInt8]?

    /// Begins the array that the next value represents; returns `false` if it represents none.
    func beginArray(in json: inout JSONReader) -> Bool

    /// Returns whether the current array has another element; `nil` if the coding did not begin the array.
    func nextElement(in json: inout JSONReader) -> Bool?

    /// Ends all arrays that it began below a level, because the reader has moved back to it.
    func endArrays(below depth: Int)
}

/// The forms that scalars have in JSON.
package enum ScalarKind {
    case string
    /// A string that represents a value of another type, such as a date.
    case formattedString
    case number
    case bool
}

extension JSONReader {
    /// Reads a scalar that is not written as in JSON.
    ///
    /// - Throws: A ``JSONError`` if the document has no coding, or the next value does not represent the
    ///   scalar.
    @inline(never)
    mutating func recoded<Value>(
        _ kind: ScalarKind, _ expected: String, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        guard let coding else {
            var error = mismatch(expected)
            error.isStringForNumber = kind == .number && peek() == UInt8(ascii: "\"")
            throw error
        }
        _ = peek()
        let start = offset
        guard let text = try coding.scalar(kind, in: &self) else { throw mismatch(expected) }
        guard !text.isEmpty else {
            throw JSONError(.mismatch, at: start, expected: expected, found: "an empty text")
        }
        return try text.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            do {
                let value = try read(&reader)
                try reader.finish()
                return value
            } catch let error as JSONError {
                guard error.reason == .syntax || error.reason == .mismatch else {
                    throw JSONError(
                        error.reason, at: start, expected: error.expected, found: error.found)
                }
                throw JSONError(.mismatch, at: start, expected: expected, found: "a text")
            }
        }
    }

    /// Returns whether the array that the coding began has another element; `nil` if it began none.
    @inline(never)
    mutating func nextRecodedElement() -> Bool? { coding?.nextElement(in: &self) }
}
