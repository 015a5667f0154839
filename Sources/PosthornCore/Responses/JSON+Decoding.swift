import FoundationEssentials

extension JSON {
    /// Decodes a body; errors state the path.
    /// - Parameters:
    ///   - policy: How the JSON is read.
    ///   - envelope: The envelope around the value; `nil` if there is none.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from body: Data, by policy: JSONPolicy,
        in envelope: EnvelopePolicy? = nil
    ) throws -> Value {
        try policy.prepared(body).withUnsafeBytes { bytes in
            let bytes = bytes.assumingMemoryBound(to: UInt8.self)
            // Some servers send whitespace in place of an empty body.
            guard !isEmpty(bytes) else { return try absent() }
            if let readable = type as? any JSONReadable.Type {
                return try read(readable, from: bytes, in: envelope)
            }
            let decoder = policy.codableDecoder
            return try read(bytes) { json in
                guard let envelope else { return try json.decode(type, by: decoder) }
                return try envelope.open(&json) { json in try json.decode(type, by: decoder) }
            }
        }
    }

    /// - Parameter type: `Value` itself, as a type that reads itself, or a subclass of it.
    private static func read<Value, Readable: JSONReadable>(
        _ type: Readable.Type, from bytes: UnsafeBufferPointer<UInt8>, in envelope: EnvelopePolicy?
    ) throws -> Value {
        try read(bytes) { json in
            // SAFETY: both types have the same layout, as `type` demands. A cast would box the value.
            guard let envelope else {
                return unsafeBitCast(try Readable(json: &json), to: Value.self)
            }
            return try envelope.open(&json) { json in
                unsafeBitCast(try Readable(json: &json), to: Value.self)
            }
        }
    }
}
