package import FoundationEssentials

/// A member of an object, with the bytes of its value as received.
package struct JSONMemberText: Sendable {
    /// The name, without escapes.
    package let name: String
    package let value: Data

    /// Returns the members of a document whose top level is an object, in their order.
    ///
    /// - Throws: A ``JSONError`` if the bytes are not such a document.
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

extension JSONMemberText {
    /// Returns the texts of the elements of a document that is an array.
    package static func elements(of document: Data) throws -> [Data] {
        try document.withUnsafeBytes { buffer in
            var reader = JSONReader(buffer.assumingMemoryBound(to: UInt8.self))
            var elements: [Data] = []
            try reader.beginArray()
            while try reader.nextElement() {
                _ = reader.peek()
                let start = reader.offset
                try reader.pass()
                elements.append(Data(buffer[start..<reader.offset]))
            }
            try reader.finish()
            return elements
        }
    }
}
