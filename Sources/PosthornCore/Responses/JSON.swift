import FoundationEssentials

/// Posthorn's JSON conventions: dates in RFC 3339, data as Base64, keys sorted.
package enum JSON {
    /// The media types that the JSON policies read.
    static let mediaTypes = ["application/json", "text/json", "*/*+json"]

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = InternetDate.date(from: text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "a date of RFC 3339 was expected")
            }
            return date
        }
        decoder.dataDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let data = DataFormat.base64.data(from: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "base64 was expected")
            }
            return data
        }
        return decoder
    }

    /// Whether the body contains nothing but whitespace.
    package static func isEmpty(_ body: some Sequence<UInt8>) -> Bool { body.allSatisfy(isBlank) }

    /// Returns the value for an empty body: `nil`.
    /// - Throws: an ``APIError/Cause`` if the type is not optional.
    package static func absent<Value>() throws -> Value {
        if let absent = Optional<Never>.none as? Value { return absent }
        throw APIError.Cause(
            .decodingFailed, "the response has no body",
            advice: "let the endpoint return nothing or an optional, or ask the server for one")
    }

    // JSON's whitespace (RFC 8259, section 2).
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }
}
