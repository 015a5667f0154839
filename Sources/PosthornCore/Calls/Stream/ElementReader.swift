import FoundationEssentials

/// Decodes the elements of a stream with the response policy of the call.
///
/// The kind of decoding is chosen once for each stream, because a conformance lookup takes longer than
/// decoding a short line.
struct ElementReader<Value: Decodable> {
    private let response: StreamingResponse
    private let read: (UnsafeBufferPointer<UInt8>) throws -> Value

    init(_ response: StreamingResponse) {
        self.response = response
        if response.policy.decodesPlainJSON, let type = Value.self as? any JSONReadable.Type,
            let read = Self.inPlace(type) as? (UnsafeBufferPointer<UInt8>) throws -> Value
        {
            self.read = read
        } else {
            read = { bytes in
                try response.policy.decode(Value.self, from: response.element(bytes))
            }
        }
    }

    /// Decodes an element.
    ///
    /// - Throws: An `APIError`, which is not reported to the observers.
    func value(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
        do {
            return try read(bytes)
        } catch {
            throw response.error(error, decoding: response.element(bytes))
        }
    }

    /// Returns a function that decodes a `JSONReadable` type without copying its bytes.
    private static func inPlace<Readable: JSONReadable>(_ type: Readable.Type) -> Any {
        { (bytes: UnsafeBufferPointer<UInt8>) throws -> Readable in
            try JSONPolicy.read(UnsafeRawBufferPointer(bytes)) { try Readable(json: &$0) }
        }
    }
}

extension StreamingResponse {
    fileprivate func element(_ bytes: UnsafeBufferPointer<UInt8>) -> TransportResponse {
        var response = head
        response.body = Data(buffer: bytes)
        return response
    }
}
