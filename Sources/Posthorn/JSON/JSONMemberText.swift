package import FoundationEssentials

/// A member of an object, with its value as the document has it.
package struct JSONMemberText: Sendable {
    /// The name, without escapes.
    package let name: String
    /// The bytes of the value.
    package let value: Data

    /// The members of a document that is an object, in their order.
    /// - Throws: a ``JSONError`` if the bytes are no such document.
    package static func members(of document: Data) throws -> [JSONMemberText] {
        try document.withUnsafeBytes { buffer in
            var reader = JSONReader(buffer.assumingMemoryBound(to: UInt8.self))
            var members: [JSONMemberText] = []
            try reader.enterObject()
            while let key = try reader.memberKey() {
                let name = key.name
                _ = reader.peek()
                let start = reader.offset
                try reader.pass()
                members.append(
                    JSONMemberText(name: name, value: Data(buffer[start..<reader.offset])))
            }
            try reader.finish()
            return members
        }
    }
}
