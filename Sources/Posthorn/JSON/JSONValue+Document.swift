package import FoundationEssentials

extension JSONValue {
    /// Reads a whole document in which no object has a member twice.
    ///
    /// For what is signed or sealed: two readers that take different ones of two members would see
    /// different messages.
    /// - Parameter depth: How deep values may be nested.
    /// - Throws: a ``JSONError`` if the bytes are no such document.
    package init(document bytes: Data, depth: Int = 16) throws {
        self = try bytes.withUnsafeBytes { buffer in
            var reader = JSONReader(buffer.assumingMemoryBound(to: UInt8.self))
            let value = try Self.unique(&reader, depth)
            try reader.finish()
            return value
        }
    }

    /// The document's bytes, members by name.
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
                // The key is a view of what the value's own keys may be written into.
                let name = key.name
                guard members.updateValue(try unique(&json, depth - 1), forKey: name) == nil else {
                    throw json.mismatch("an object without members that are there twice")
                }
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
