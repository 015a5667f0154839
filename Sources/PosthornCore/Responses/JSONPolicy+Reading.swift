import FoundationEssentials

extension JSONPolicy {
    /// Reads a value; a `Decodable` type of the caller with the policy's decoder.
    func value<Value: Decodable>(_ type: Value.Type, of json: inout JSONReader) throws -> Value {
        guard let readable = type as? any JSONReadable.Type else {
            return try json.decode(type, by: decodingSettings)
        }
        // SAFETY: both types have the same layout, as `readable` is `Value` itself, as a type that reads
        // itself, or a subclass of it. A cast would box the value.
        func read<Readable: JSONReadable>(_: Readable.Type) throws -> Value {
            unsafeBitCast(try Readable(json: &json), to: Value.self)
        }
        return try read(readable)
    }

    /// Reads a whole document; errors state the position.
    ///
    /// An empty one, or one of whitespace, which some servers send instead, is `nil`.
    static func read<Value>(
        _ bytes: UnsafeRawBufferPointer, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        var bytes = bytes.assumingMemoryBound(to: UInt8.self)
        guard !JSON.isEmpty(bytes) else { return try JSON.absent() }
        // Some servers send a byte order mark, which RFC 8259 lets a parser ignore.
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        if bytes.starts(with: mark) { bytes = UnsafeBufferPointer(rebasing: bytes.dropFirst(3)) }
        var reader = JSONReader(bytes)
        reader.readsResponse = true
        do {
            let value = try read(&reader)
            try reader.finish()
            reader.reportDeviations()
            return value
        } catch let error as JSONError where !error.isOfWriter {
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

    // JSON starts with an ASCII character, and with two of them unless it is a single digit.
    private static func isUTF16(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 2 else { return false }
        return switch (bytes[0], bytes[1]) {
        case (0xff, 0xfe), (0xfe, 0xff), (0, 1...), (1..., 0): true
        default: false
        }
    }
}
