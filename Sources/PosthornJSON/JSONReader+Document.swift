import Glibc

extension JSONReader {
    /// Reads and validates the next value of any kind, and throws if an object has a member twice.
    ///
    /// A decoder takes either of two equal members, and the response may have been checked by the other one.
    mutating func readDocument() throws -> JSONDocument {
        _ = peek()
        let start = cursor
        // The value may be a small part of a large document.
        var index = try JSONIndex(from: offset, capacity: min((end - cursor) / 16, 256) + 16)
        do {
            try addValue(to: &index)
            try index.add(.null, 0, 0)
        } catch {
            free(index.entries)
            guard var error = error as? JSONError else { throw error }
            // The spec does not define the value, so its keys may be data.
            error.opaque = start - base
            throw error
        }
        return JSONDocument(
            UnsafeBufferPointer(start: start, count: cursor - start), unescaped: index.unescaped,
            tables: index.tables,
            entries: UnsafeBufferPointer(start: index.entries, count: index.count))
    }

    private mutating func addValue(to index: inout JSONIndex) throws {
        let byte = peek()
        let start = offset - index.origin
        switch byte {
        case UInt8(ascii: "{"): try addObject(to: &index, start)
        case UInt8(ascii: "["):
            let array = try index.add(.array, start, 0)
            try beginArray()
            while try nextElement() { try addValue(to: &index) }
            index.close(array, .array)
        case UInt8(ascii: "\""):
            if let text = try stringBytes() {
                try index.add(.text, start + 1, start + 1 + text.count)
                return
            }
            let text = index.unescaped.count
            try appendUnescaped(to: &index.unescaped)
            try index.add(.escapedText, start + 1, index.count + 1)
            try index.add(.unescaped, text, index.unescaped.count)
        case UInt8(ascii: "t"):
            try word("true")
            try index.add(.yes, start, 0)
        case UInt8(ascii: "f"):
            try word("false")
            try index.add(.no, start, 0)
        case UInt8(ascii: "n"):
            try word("null")
            try index.add(.null, start, 0)
        default:
            try skipNumber()
            try index.add(.number, start, offset - index.origin)
        }
    }

    private mutating func addObject(to index: inout JSONIndex, _ start: Int) throws {
        let object = try index.add(.object, start, 0)
        var names = MemberNames(of: object)
        try enterObject()
        while let key = try memberKey() {
            let name = UnsafeBufferPointer(start: key.start, count: key.count)
            guard names.insert(name, in: index, base) else { throw duplicate() }
            if key.start >= base, key.start < end {
                let start = key.start - base - index.origin
                try index.add(.text, start, start + key.count)
            } else {
                let start = index.unescaped.count
                index.unescaped.append(contentsOf: name)
                try index.add(.unescaped, start, index.unescaped.count)
            }
            try addValue(to: &index)
        }
        try names.close(in: &index)
    }
}
