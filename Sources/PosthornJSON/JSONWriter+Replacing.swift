extension JSONWriter {
    /// Replaces the value of a member in the last written object, and returns whether the object has it.
    ///
    /// - Parameter start: The offset of the object, which is the last written value.
    @usableFromInline
    @discardableResult
    mutating func replace(_ name: StaticString, by tag: StaticString, since start: Int) -> Bool {
        guard failure == nil else { return false }
        let end = count
        // Written behind the object temporarily, to compare their quoted forms.
        quote(name)
        let quotedName = end..<count
        quote(tag)
        let quotedTag = quotedName.upperBound..<count
        let value = value(ofMember: quotedName, in: start..<end)
        let isSame = value.map { areEqual($0, quotedTag) } ?? true
        removeAll(after: end)
        guard let value, !isSame else { return value != nil }
        let rest = Array(bytes[value.upperBound..<end])
        removeAll(after: value.lowerBound)
        quote(tag)
        rest.withUnsafeBufferPointer { append($0) }
        return true
    }

    mutating func quote(_ text: StaticString) {
        quote(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        bytes[left].elementsEqual(bytes[right])
    }

    /// Returns the range of a member's value; `name` is the range of its quoted name.
    ///
    /// The output of this writer has no blanks outside of strings.
    private func value(ofMember name: Range<Int>, in object: Range<Int>) -> Range<Int>? {
        var index = object.lowerBound + 1
        while index < object.upperBound, bytes[index] == UInt8(ascii: "\"") {
            let key = index
            index = endOfString(from: key)
            let isFound = areEqual(key..<index, name)
            index += 1
            let value = index
            index = endOfValue(from: value, before: object.upperBound)
            if isFound { return value..<index }
            // Skips the comma or the end of the object.
            index += 1
        }
        return nil
    }

    private func endOfString(from start: Int) -> Int {
        var index = start + 1
        while bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index + 1
    }

    /// Returns the index of the comma or bracket after a value.
    private func endOfValue(from start: Int, before end: Int) -> Int {
        var index = start
        var depth = 0
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index = endOfString(from: index)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return index }
                depth -= 1
            case UInt8(ascii: ","):
                if depth == 0 { return index }
            default: break
            }
            index += 1
        }
        return end
    }
}
