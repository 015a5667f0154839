import FoundationEssentials

extension JSONReader {
    /// Returns the error with its position for a `DecodingError` about the next value, which is valid JSON.
    ///
    /// - Parameters:
    ///   - type: The type that was decoded.
    ///   - document: The value.
    mutating func place(
        of error: DecodingError, in type: Any.Type, _ document: JSONDocument,
        by decoder: CodableDecoder
    ) -> JSONError {
        switch error {
        case .keyNotFound(let key, let context):
            let maps: Set<Int>
            if let place = position(in: context, as: error, document, decoder) {
                cursor = base + place.offset
                maps = place.maps
            } else {
                maps = follow(context.codingPath, in: document, by: decoder)
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
            if let place = position(in: context, as: error, document, decoder) { return place }
            let maps = follow(context.codingPath, in: document, by: decoder)
            var place = mismatch(JSONError.form(of: type))
            // Foundation also reports a mismatch for an unknown position or a value of the right type.
            place = JSONError(
                place.reason, at: place.offset, expected: place.expected, found: place.found,
                underlying: error)
            place.maps = maps
            return place
        case .dataCorrupted(let context):
            if let place = position(in: context, as: error, document, decoder) { return place }
            let maps = follow(context.codingPath, in: document, by: decoder)
            var expected = "a value that its type takes"
            if context.codingPath.isEmpty {
                switch decoder {
                case .own: expected = "a value that \(type) takes"
                // It reports no path for a number that its type can't hold.
                case .foundation: expected = "numbers that their types can hold"
                }
            }
            var place = JSONError(
                .invalid, at: offset, expected: expected, found: "another value", underlying: error)
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
        _ decoder: CodableDecoder
    ) -> JSONError? {
        // An error that has its excerpt already is about another document.
        guard let cause = context.underlyingError as? JSONError, cause.excerpt.isEmpty,
            case .own(let settings) = decoder
        else { return nil }
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
        _ path: [any CodingKey], in document: JSONDocument, by decoder: CodableDecoder
    ) -> Set<Int> {
        guard case .own(let settings) = decoder else { return followNames(path) }
        let start = offset
        let place = ValueDecoder(document, settings).place(at: path)
        cursor += place.offset
        return Set(place.maps.map { start + $0 })
    }

    /// Moves to the value at a coding path whose names are those of the text.
    private mutating func followNames(_ path: [any CodingKey]) -> Set<Int> {
        var maps: Set<Int> = []
        for key in path {
            _ = peek()
            let mark = mark()
            if CodingPath.isMapKey(key) { maps.insert(offset) }
            guard (try? enterMember(key)) == true else {
                move(to: mark)
                return maps
            }
        }
        _ = peek()
        return maps
    }

    private mutating func enterMember(_ key: any CodingKey) throws -> Bool {
        if let index = key.intValue, index >= 0, peek() == UInt8(ascii: "[") {
            try beginArray()
            for _ in 0..<index {
                guard try nextElement() else { return false }
                try pass()
            }
            return try nextElement()
        }
        try enterObject()
        while let member = try memberKey() {
            if member.name == key.stringValue { return true }
            try pass()
        }
        return false
    }
}
