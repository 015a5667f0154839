import FoundationEssentials

/// Reads the elements of a stream, by the policy of its call.
///
/// What kind of reader a type has is found out once for each stream: the look at a conformance takes
/// longer than a short line.
class ElementReader<Value> {
    fileprivate let response: StreamingResponse

    fileprivate init(_ response: StreamingResponse) { self.response = response }

    /// The value of an element.
    /// - Throws: an `APIError`, of which no observer has been told.
    final func value(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
        do {
            return try read(bytes)
        } catch {
            throw response.error(error, decoding: response(bytes))
        }
    }

    fileprivate func read(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
        throw APIError.Cause(.decodingFailed, "the elements of the stream have no reader")
    }

    /// A response that has the element as its body.
    fileprivate final func response(_ bytes: UnsafeBufferPointer<UInt8>) -> TransportResponse {
        var response = response.head
        response.body = Data(buffer: bytes)
        return response
    }
}

extension StreamingResponse {
    /// The reader of the elements of a type.
    func elements<Value: Decodable>(_ type: Value.Type) -> ElementReader<Value> {
        if head.policy.decodesPlainJSON, let readable = type as? any JSONReadable.Type,
            let reader = inPlace(readable) as? ElementReader<Value>
        {
            return reader
        }
        return PolicyElements(self)
    }

    private func inPlace<Value: JSONReadable>(_ type: Value.Type) -> AnyObject {
        ElementsInPlace<Value>(self)
    }
}

/// Reads types that read themselves where they stand.
private final class ElementsInPlace<Value: JSONReadable>: ElementReader<Value> {
    override func read(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
        guard !JSON.isEmpty(bytes) else { return try JSON.absent() }
        return try JSON.read(bytes) { try Value(json: &$0) }
    }
}

/// Reads an element as the body of a response.
private final class PolicyElements<Value: Decodable>: ElementReader<Value> {
    override func read(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
        let response = response(bytes)
        return try response.policy.decode(Value.self, from: response)
    }
}
