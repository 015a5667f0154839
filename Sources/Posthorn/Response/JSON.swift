import FoundationEssentials

/// How Posthorn writes and reads JSON: dates by RFC 3339, data as base64, keys sorted.
enum JSON {
    /// What the JSON policies read.
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

    /// The decoder of types that don't read themselves, unless a policy has one of its own.
    static let standardDecoder = decoder

    /// Reads a body and turns what goes wrong into a fault that says where.
    /// - Parameters:
    ///   - policy: How the JSON is read.
    ///   - envelope: What is around the value, if anything is.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from body: Data, by policy: JSONPolicy,
        in envelope: EnvelopePolicy? = nil
    ) throws -> Value {
        let body = try policy.prepared(body)
        // Some servers send a single blank where they have nothing to say.
        guard !isEmpty(body) else { return try absent() }
        return try body.withUnsafeBytes { bytes in
            let bytes = bytes.assumingMemoryBound(to: UInt8.self)
            if let readable = type as? any JSONReadable.Type {
                if let value = try read(readable, from: bytes, in: envelope) as? Value {
                    return value
                }
            }
            let decoder = policy.decoder ?? standardDecoder
            return try read(bytes) { json in
                guard let envelope else { return try json.decode(type, by: decoder) }
                return try envelope.open(&json) { json in try json.decode(type, by: decoder) }
            }
        }
    }

    private static func read<Value: JSONReadable>(
        _ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>, in envelope: EnvelopePolicy?
    ) throws -> Value {
        try read(bytes) { json in
            guard let envelope else { return try Value(json: &json) }
            return try envelope.open(&json) { json in try Value(json: &json) }
        }
    }

    /// Reads a whole document; the fault says where it is another one.
    static func read<Value>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        // Servers of some vendors start with a byte order mark, which RFC 8259 lets a reader skip.
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let bytes =
            bytes.starts(with: mark) ? UnsafeBufferPointer(rebasing: bytes.dropFirst(3)) : bytes
        var reader = JSONReader(bytes)
        do {
            let value = try read(&reader)
            try reader.finish()
            return value
        } catch let error as JSONError {
            let located = error.located(in: bytes)
            throw APIError.Cause(
                .decodingFailed,
                "the response does not have the expected shape: \(located)",
                advice: isUTF16(bytes)
                    ? "it looks like UTF-16; ask the server for UTF-8, which RFC 8259 requires"
                    : "compare it with the spec; the bytes are in the error's `response`",
                underlying: located)
        }
    }

    /// Whether there is nothing but blanks.
    static func isEmpty(_ body: some Sequence<UInt8>) -> Bool { body.allSatisfy(isBlank) }

    /// What stands for a body without a value: `nil`.
    /// - Throws: an ``APIError/Cause`` for a type that has none.
    static func absent<Value>() throws -> Value {
        if let absent = Optional<Never>.none as? Value { return absent }
        throw APIError.Cause(
            .decodingFailed, "the response has no body",
            advice: "let the endpoint return nothing or an optional, or ask the server for one")
    }

    // JSON starts with an ASCII character, and with two of them unless it is a digit.
    private static func isUTF16(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 2 else { return false }
        return switch (bytes[0], bytes[1]) {
        case (0xff, 0xfe), (0xfe, 0xff), (0, 1...), (1..., 0): true
        default: false
        }
    }

    // What JSON allows between its parts (RFC 8259, section 2).
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }

    /// The place and the cause of a coding error, without a value.
    static func explain(_ error: any Error) -> String {
        switch error {
        case EncodingError.invalidValue(let value, let context):
            "\(path(context.codingPath)) has a value of \(type(of: value)) that JSON does not have"
        case let fault as APIError.Cause:
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
        return VisibleName.path(
            keys.map { key in
                if let index = key.intValue { return "[\(index)]" }
                return isMapKey(key) ? "[*]" : "." + VisibleName.shown(key.stringValue)
            })
    }

    // The standard library's key for dictionaries has no public name.
    static func isMapKey(_ key: any CodingKey) -> Bool {
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
