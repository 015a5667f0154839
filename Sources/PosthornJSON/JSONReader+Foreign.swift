extension JSONReader {
    /// Returns the error with its position for a `DecodingError` about the next value, which is valid JSON.
    ///
    /// - Parameters:
    ///   - type: The type that was decoded.
    ///   - document: The value.
    mutating func place(
        of error: DecodingError, in type: Any.Type, _ document: JSONDocument,
        _ settings: DecodingSettings
    ) -> JSONError {
        switch error {
        case .keyNotFound(let key, let context):
            let maps: Set<Int>
            if let place = position(in: context, as: error, document, settings) {
                cursor = base + place.offset
                maps = place.maps
            } else {
                maps = follow(context.codingPath, in: document, settings)
            }
            // The error of a generated type is behind its object already.
            if cursor < end, cursor.pointee == UInt8(ascii: "{") { try? pass() }
            var place = JSONError(
                .missing, at: offset, expected: "'\(VisibleName.shown(key.stringValue))'",
                found: "an object without it", underlying: error)
            place.missingKey = key.stringValue
            place.maps = maps
            return place
        case .valueNotFound(let type, let context), .typeMismatch(let type, let context):
            if let place = position(in: context, as: error, document, settings) { return place }
            let maps = follow(context.codingPath, in: document, settings)
            var place = mismatch(JSONError.form(of: type))
            // A type may report a mismatch for a value of the right type.
            place = JSONError(
                place.reason, at: place.offset, expected: place.expected, found: place.found,
                underlying: error)
            place.maps = maps
            return place
        case .dataCorrupted(let context):
            if let place = position(in: context, as: error, document, settings) { return place }
            let maps = follow(context.codingPath, in: document, settings)
            let taker = context.codingPath.isEmpty ? "\(type)" : "its type"
            var place = JSONError(
                .invalid, at: offset, expected: "a value that \(taker) takes",
                found: "another value", underlying: error)
            place.maps = maps
            return place
        @unknown default:
            return JSONError(
                .invalid, at: offset, expected: "a value that its type takes",
                found: "another value", underlying: error)
        }
    }

    /// Returns the error for the position in the next value that a ``ValueDecoder`` has reported.
    private func position(
        in context: DecodingError.Context, as error: DecodingError, _ document: JSONDocument,
        _ settings: DecodingSettings
    ) -> JSONError? {
        // An error that has its excerpt already is about another document.
        guard let cause = context.underlyingError as? JSONError, cause.excerpt.isEmpty else {
            return nil
        }
        let moved = cause.moved(by: offset)
        var place = JSONError(
            cause.reason, at: moved.offset, expected: cause.expected, found: cause.found,
            underlying: error)
        place.missingKey = cause.missingKey
        place.opaque = moved.opaque
        let maps = ValueDecoder(document, settings).place(at: context.codingPath).maps
        place.maps = moved.maps.union(maps.map { offset + $0 })
        return place
    }

    /// Moves to the value at a coding path, as far as the next value has it.
    ///
    /// - Returns: The offsets of the maps on the path.
    private mutating func follow(
        _ path: [any CodingKey], in document: JSONDocument, _ settings: DecodingSettings
    ) -> Set<Int> {
        let start = offset
        let place = ValueDecoder(document, settings).place(at: path)
        cursor += place.offset
        return Set(place.maps.map { start + $0 })
    }
}
