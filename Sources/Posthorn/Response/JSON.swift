import FoundationEssentials

/// How Posthorn writes and reads JSON: dates by RFC 3339, data as base64, keys sorted.
enum JSON {
    /// What the JSON policies read.
    static let mediaTypes = ["application/json", "text/json", "*/*+json"]

    /// Sorted keys make a body reproducible, which signatures and transcripts need.
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(InternetDate.text(for: date))
        }
        return encoder
    }

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
        return decoder
    }

    /// Decodes a value and turns what goes wrong into a fault that says where.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from body: Data, with envelope: EnvelopePolicy? = nil
    ) throws -> Value {
        // Some servers send a single blank where they have nothing to say.
        guard body.contains(where: { !isBlank($0) }) else {
            if let absent = Optional<Never>.none as? Value { return absent }
            throw CallFault(
                .decodingFailed, "the answer has no body",
                advice: "let the endpoint return nothing or an optional, or ask the server for one")
        }
        if let readable = type as? any JSONReadable.Type {
            let value = try body.withUnsafeBytes {
                try read(readable, from: $0.assumingMemoryBound(to: UInt8.self), with: envelope)
            }
            if let value = value as? Value { return value }
        }
        let decoder = decoder
        if let envelope { decoder.userInfo[EnvelopePolicy.userInfoKey] = envelope }
        do {
            return try decoder.decode(type, from: body)
        } catch let fault as CallFault {
            throw fault
        } catch {
            let cause = isJSON(body) ? explain(error) : "it is not valid JSON"
            throw CallFault(
                .decodingFailed, "the answer does not have the expected shape: \(cause)",
                advice: "compare it with the spec; the bytes are in the error's `response`",
                underlying: error)
        }
    }

    /// Reads a type that reads itself.
    private static func read<Value: JSONReadable>(
        _ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>, with envelope: EnvelopePolicy?
    ) throws -> Value {
        // Servers of some vendors start with a byte order mark, which RFC 8259 lets a reader skip.
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let bytes =
            bytes.starts(with: mark) ? UnsafeBufferPointer(rebasing: bytes.dropFirst(3)) : bytes
        var reader = JSONReader(bytes)
        do {
            let value = try envelope?.open(type, from: &reader) ?? Value(json: &reader)
            try reader.finish()
            return value
        } catch let error as JSONError {
            let located = error.located(in: bytes)
            throw CallFault(
                .decodingFailed,
                "the answer does not have the expected shape: \(located.cause)",
                advice: "compare it with the spec; the bytes are in the error's `response`",
                underlying: located)
        }
    }

    private static func isJSON(_ body: Data) -> Bool {
        struct Anything: Decodable { init(from decoder: any Decoder) {} }
        return (try? JSONDecoder().decode(Anything.self, from: body)) != nil
    }

    // What JSON allows between its parts (RFC 8259, section 2).
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }

    /// The place and the cause of a coding error, without a value.
    static func explain(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(path(context.codingPath + [key])) is missing"
        case DecodingError.valueNotFound(let type, let context):
            "\(path(context.codingPath)) is null, expected \(type)"
        case DecodingError.typeMismatch(let type, let context):
            "\(path(context.codingPath)) has another type, expected \(type)"
        case DecodingError.dataCorrupted(let context):
            // Foundation gives no path for a number that its type can't hold.
            context.codingPath.isEmpty
                ? "it has a number that its type can't hold"
                : "\(path(context.codingPath)) is not valid"
        case EncodingError.invalidValue(let value, let context):
            "\(path(context.codingPath)) has a value of \(type(of: value)) that JSON does not have"
        case let fault as CallFault:
            fault.message
        default:
            "an error of type \(type(of: error))"
        }
    }

    /// A coding path as a person writes it: `data.orders[3].total`.
    ///
    /// The keys of a map are the server's data and may be personal: they show as `[*]`. The
    /// underlying error has them.
    static func path(_ keys: [any CodingKey]) -> String {
        guard !keys.isEmpty else { return "the top level" }
        var text = ""
        for key in keys {
            if let index = key.intValue {
                text += "[\(index)]"
            } else if isMapKey(key) {
                text += "[*]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return text
    }

    // The standard library's key for dictionaries has no public name.
    private static func isMapKey(_ key: any CodingKey) -> Bool {
        String(describing: type(of: key)) == "_DictionaryCodingKey"
    }
}

/// A coding key for names that only the run knows.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
