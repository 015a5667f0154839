import FoundationEssentials

/// Reads the elements of a stream, by the policy of its call.
///
/// What kind of reader a type has is found out once for each stream: the look at a conformance takes
/// longer than a short line.
struct ElementReader<Value: Decodable> {
    private let response: StreamingResponse
    private let read: (UnsafeBufferPointer<UInt8>) throws -> Value

    init(_ response: StreamingResponse) {
        self.response = response
        if response.head.policy.decodesPlainJSON, let type = Value.self as? any JSONReadable.Type,
            let read = Self.inPlace(type) as? (UnsafeBufferPointer<UInt8>) throws -> Value
        {
            self.read = read
        } else {
            read = { bytes in
                let element = response.element(bytes)
                return try element.policy.decode(Value.self, from: element)
            }
        }
    }

    /// The value of an element.
    /// - Throws: an `APIError`, of which no observer has been told.
    func value(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
        do {
            return try read(bytes)
        } catch {
            throw response.error(error, decoding: response.element(bytes))
        }
    }

    /// Reads a type that reads itself where it stands.
    private static func inPlace<Readable: JSONReadable>(_ type: Readable.Type) -> Any {
        { (bytes: UnsafeBufferPointer<UInt8>) throws -> Readable in
            guard !JSON.isEmpty(bytes) else { return try JSON.absent() }
            return try JSON.read(bytes) { try Readable(json: &$0) }
        }
    }
}

extension StreamingResponse {
    /// A response that has an element as its body.
    fileprivate func element(_ bytes: UnsafeBufferPointer<UInt8>) -> TransportResponse {
        var response = head
        response.body = Data(buffer: bytes)
        return response
    }
}
