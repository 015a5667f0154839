extension JSONWriter {
    /// Replaces the value of a member in the last written object, and returns whether the object has it.
    ///
    /// - Parameter start: The offset of the object, which is the last written value.
    @usableFromInline
    @discardableResult
    mutating func replace(_ name: StaticString, by tag: StaticString, since start: Int) -> Bool {
        guard failure == nil, let value = range(ofMember: name, since: start) else { return false }
        let rest = Array(bytes[value.upperBound...])
        removeAll(after: value.lowerBound)
        quote(tag)
        rest.withUnsafeBufferPointer { append($0) }
        return true
    }

    /// Replaces the value of a member in the last written object, unless it is one of the tags.
    ///
    /// - Parameter start: The offset of the object, which is the last written value.
    /// - Returns: Whether the object has the member.
    @discardableResult
    mutating func replace(
        _ path: [StaticString], by tags: [UnionTag], since start: Int
    ) -> Bool {
        guard failure == nil, let first = tags.first else { return false }
        let end = count
        var value = start..<end
        for name in path {
            guard let found = range(ofMember: name, since: value.lowerBound) else { return false }
            value = found
        }
        for tag in tags {
            // Written behind the object temporarily, to compare the bytes.
            write(tag: tag)
            let isSame = bytes[value].elementsEqual(bytes[end..<count])
            removeAll(after: end)
            if isSame { return true }
        }
        let rest = Array(bytes[value.upperBound..<end])
        removeAll(after: value.lowerBound)
        write(tag: first)
        rest.withUnsafeBufferPointer { append($0) }
        return true
    }

    mutating func write(tag: UnionTag) {
        switch tag {
        case .text(let text): quote(text)
        case .number(let number): writeInteger(Int64(number))
        case .bool(let bool): write(bool)
        }
    }

    mutating func quote(_ text: StaticString) {
        quote(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Returns the range of a member's value; `nil` if the last written value is no object that has it.
    private func range(ofMember name: StaticString, since start: Int) -> Range<Int>? {
        var reader = JSONReader(UnsafeBufferPointer(rebasing: bytes[start...]))
        do {
            try reader.enterObject()
            while let key = try reader.memberKey() {
                let isFound = name ~= key
                let value = start + reader.offset
                try reader.pass()
                if isFound { return value..<start + reader.offset }
            }
        } catch {}
        return nil
    }
}
