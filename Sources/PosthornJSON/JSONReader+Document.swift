extension JSONReader {
    /// Reads and validates the next value of any kind, and throws if an object has a member twice.
    ///
    /// A decoder takes either of two equal members, and the response may have been checked by the other one.
    mutating func readDocument() throws -> JSONDocument {
        _ = peek()
        let start = cursor
        // The value may be a small part of a large document.
        var index = JSONIndex(from: offset, capacity: min((end - cursor) / 16, 256) + 16)
        do {
            try addValue(to: &index)
            index.add(.null, 0, 0)
        } catch {
            guard var error = error as? JSONError else { throw error }
            // The spec does not define the value, so its keys may be data.
            error.opaque = start - base
            throw error
        }
        return JSONDocument(
            UnsafeBufferPointer(start: start, count: cursor - start), unescaped: index.unescaped,
            entries: index.entries)
    }

    private mutating func addValue(to index: inout JSONIndex) throws {
        let byte = peek()
        let start = offset - index.origin
        switch byte {
        case UInt8(ascii: "{"): try addObject(to: &index, start)
        case UInt8(ascii: "["):
            let array = index.add(.array, start, 0)
            try beginArray()
            while try nextElement() { try addValue(to: &index) }
            index.close(array, .array)
        case UInt8(ascii: "\""):
            if let text = try stringBytes() {
                index.add(.text, start + 1, start + 1 + text.count)
                return
            }
            let text = index.unescaped.count
            try appendUnescaped(to: &index.unescaped)
            index.add(.escapedText, start + 1, index.count + 1)
            index.add(.unescaped, text, index.unescaped.count)
        case UInt8(ascii: "t"):
            try word("true")
            index.add(.yes, start, 0)
        case UInt8(ascii: "f"):
            try word("false")
            index.add(.no, start, 0)
        case UInt8(ascii: "n"):
            try word("null")
            index.add(.null, start, 0)
        default:
            try skipNumber()
            index.add(.number, start, offset - index.origin)
        }
    }

    private mutating func addObject(to index: inout JSONIndex, _ start: Int) throws {
        let object = index.add(.object, start, 0)
        var names = MemberNames(of: object)
        try enterObject()
        while let key = try memberKey() {
            let name = UnsafeBufferPointer(start: key.start, count: key.count)
            guard names.insert(name, in: index, base) else { throw duplicate() }
            if key.start >= base, key.start < end {
                let start = key.start - base - index.origin
                index.add(.text, start, start + key.count)
            } else {
                let start = index.unescaped.count
                index.unescaped.append(contentsOf: name)
                index.add(.unescaped, start, index.unescaped.count)
            }
            try addValue(to: &index)
        }
        names.close(in: &index)
    }
}
