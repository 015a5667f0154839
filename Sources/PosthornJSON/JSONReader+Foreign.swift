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
            if let place = place(of: context.underlyingError, as: error) {
                cursor = base + place.offset
                maps = place.maps
            } else {
                maps = follow(context.codingPath, in: document, by: decoder)
            }
            try? pass()
            var place = JSONError(
                .missing, at: offset, expected: "'\(VisibleName.shown(key.stringValue))'",
                found: "an object without it", underlying: error)
            place.missingKey = key.stringValue
            place.maps = maps
            return place
        case .valueNotFound(let type, let context), .typeMismatch(let type, let context):
            if let place = place(of: context.underlyingError, as: error) { return place }
            let maps = follow(context.codingPath, in: document, by: decoder)
            var place = mismatch(JSONError.form(of: type))
            // Foundation also reports a mismatch for an unknown position or a value of the right type.
            place = JSONError(
                place.reason, at: place.offset, expected: place.expected, found: place.found,
                underlying: error)
            place.maps = maps
            return place
        case .dataCorrupted(let context):
            if let place = place(of: context.underlyingError, as: error) { return place }
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
    private func place(of cause: (any Error)?, as error: DecodingError) -> JSONError? {
        // An error that has its excerpt already is about another document.
        guard let cause = cause as? JSONError, cause.excerpt.isEmpty else { return nil }
        var place = JSONError(
            cause.reason, at: offset + cause.offset, expected: cause.expected, found: cause.found,
            underlying: error)
        place.missingKey = cause.missingKey
        place.maps = Set(cause.maps.map { offset + $0 })
        place.opaque = cause.opaque.map { offset + $0 }
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
        if let index = key.intValue, peek() == UInt8(ascii: "[") {
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
