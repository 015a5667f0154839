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
            guard let data = DataForm.base64.data(from: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "base64 was expected")
            }
            return data
        }
        return decoder
    }

    /// Foundation's decoder for policies that do not configure it.
    static let standardDecoder = decoder

    /// Reads a whole document; errors state the position.
    static func read<Value>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        // Some servers send a byte order mark, which RFC 8259 lets a parser ignore.
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let bytes =
            bytes.starts(with: mark) ? UnsafeBufferPointer(rebasing: bytes.dropFirst(3)) : bytes
        var reader = JSONReader(bytes)
        do {
            let value = try read(&reader)
            try reader.finish()
            return value
        } catch let error as JSONError {
            let located = notJSON(bytes, error) ?? error.located(in: bytes)
            throw APIError.Cause(
                .decodingFailed,
                "the response does not have the expected shape: \(located)",
                advice: advice(for: located, in: bytes), underlying: located)
        }
    }

    /// Returns the error of a text that is not JSON, such as `[DONE]`, and only begins like another type.
    private static func notJSON(
        _ bytes: UnsafeBufferPointer<UInt8>, _ error: JSONError
    ) -> JSONError? {
        let error = error.located(in: bytes)
        guard error.reason == .mismatch, error.path.isEmpty else { return nil }
        do {
            _ = try JSONReader.read(JSONValue.self, from: bytes)
            return nil
        } catch {
            return (error as? JSONError).flatMap { $0.reason == .syntax ? $0 : nil }
        }
    }

    private static func advice(
        for error: JSONError, in bytes: UnsafeBufferPointer<UInt8>
    ) -> String {
        if isUTF16(bytes) {
            return "it looks like UTF-16; ask the server for UTF-8, which RFC 8259 requires"
        }
        if bytes.elementsEqual("[DONE]".utf8) {
            return "some servers end a stream with this text: return `events of String` with "
                + "`response: raw`, stop at it, and read the other events with `init(jsonData:)`"
        }
        // A whole response has no form of its own.
        let isField = error.path.contains(where: \.isLetter)
        let general =
            switch error.reason {
            case .missing:
                "compare it with the spec, where a member that the server leaves out, for example if it "
                    + "is 0 or empty, needs a `?` or a default"
            case _ where error.isStringForNumber && isField:
                "if the server sends numbers as strings, declare them so, as in `Int64(string)`"
            default: "compare it with the spec"
            }
        return "\(error.advice ?? general); the bytes are in the error's `response`"
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

    // JSON starts with an ASCII character, and with two of them unless it is a single digit.
    private static func isUTF16(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 2 else { return false }
        return switch (bytes[0], bytes[1]) {
        case (0xff, 0xfe), (0xfe, 0xff), (0, 1...), (1..., 0): true
        default: false
        }
    }

    // JSON's whitespace (RFC 8259, section 2).
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }
}
