// The errors of Foundation's `JSONDecoder`.
extension ValueDecoder {
    /// Returns the error for a value that a type can't hold.
    func failure(_ type: Any.Type, at index: Int, _ key: (any CodingKey)?) -> DecodingError {
        let entry = document[index]
        let isNumber = entry.kind == .number && type is any Numeric.Type
        let context = DecodingError.Context(
            codingPath: path(key),
            debugDescription: entry.kind == .null
                ? "Cannot get value of type \(type) -- found null value instead"
                : isNumber
                    ? "Parsed JSON number does not fit in \(type)."
                    : "Expected to decode \(type) but found \(entry.kind.name) instead.",
            // It has the position, which the coding path states only approximately.
            underlyingError: isNumber
                ? JSONError(
                    .invalid, at: entry.start, expected: "a number that \(type) can hold",
                    found: "another number") : nil)
        if isNumber { return .dataCorrupted(context) }
        return entry.kind == .null && type != Bool.self
            ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// Returns the error for a text that does not have the expected form.
    func corrupted(_ description: String, _ key: (any CodingKey)?) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path(key), debugDescription: description))
    }
}

extension JSONDocument.Kind {
    fileprivate var name: String {
        switch self {
        case .null: "null"
        case .no, .yes: "bool"
        case .number: "number"
        case .text, .escapedText, .unescaped: "a string"
        case .array: "an array"
        case .object, .wideObject, .unicodeObject, .table: "a dictionary"
        }
    }
}
