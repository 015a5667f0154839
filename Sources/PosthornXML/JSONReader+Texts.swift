internal import PosthornCore

extension JSONReader {
    /// Reads the content of an XML document; the type determines how the texts are converted.
    ///
    /// - Throws: An `APIError.Cause` with the path of the value that the type rejects.
    static func read<Value: JSONReadable>(
        _ type: Value.Type, fromTexts value: JSONValue
    ) throws -> Value {
        try JSONWriter.bytes(of: value).withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            reader.readsResponse = true
            reader.coding = XMLCoding()
            do {
                let value = try Value(json: &reader)
                try reader.finish()
                reader.reportDeviations(hasText: false)
                return value
            } catch let error as JSONError {
                // Lines and columns would refer to a generated text that the user can't see.
                let ending = ".#text"
                var located = error.located(in: bytes)
                if located.path.hasSuffix(ending) { located.path.removeLast(ending.count) }
                throw APIError.Cause(
                    .decodingFailed,
                    "the response does not have the expected shape: \(located.message)",
                    advice: "compare it with the spec; the bytes are in the error's `response`")
            }
        }
    }
}
