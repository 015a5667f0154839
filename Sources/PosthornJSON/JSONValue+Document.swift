package import FoundationEssentials

extension JSONValue {
    /// Reads a complete document, and throws if an object has a member twice.
    ///
    /// Use it for signed or sealed documents: readers that choose different ones of two equal members would
    /// see different messages.
    /// - Parameter depth: The maximum nesting depth; the default is 16.
    /// - Throws: A ``JSONError`` if the bytes are not such a document.
    package init(document bytes: Data, depth: Int = 16) throws {
        self = try bytes.withUnsafeBytes { buffer in
            var reader = JSONReader(buffer.assumingMemoryBound(to: UInt8.self))
            let value = try Self.unique(&reader, depth)
            try reader.finish()
            return value
        }
    }

    /// Returns the bytes of the document, with sorted members.
    package func document() throws -> Data {
        var writer = JSONWriter()
        try write(json: &writer)
        return writer.takeData()
    }

    private static func unique(_ json: inout JSONReader, _ depth: Int) throws -> JSONValue {
        switch json.peek() {
        case UInt8(ascii: "{"):
            guard depth > 0 else { throw json.mismatch("a value that is less deep") }
            try json.enterObject()
            var members: [String: JSONValue] = [:]
            while let key = try json.memberKey() {
                // Copied, because reading the value may overwrite the bytes of the key.
                let name = key.name
                guard members[name] == nil else { throw json.duplicate() }
                members[name] = try unique(&json, depth - 1)
            }
            return .object(members)
        case UInt8(ascii: "["):
            guard depth > 0 else { throw json.mismatch("a value that is less deep") }
            try json.beginArray()
            var elements: [JSONValue] = []
            while try json.nextElement() { elements.append(try unique(&json, depth - 1)) }
            return .array(elements)
        default: return try JSONValue(json: &json)
        }
    }
}
