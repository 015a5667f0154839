/// The name of a member: a view of the reader's bytes, valid until the reader continues.
@usableFromInline
package struct JSONKey {
    package let start: UnsafePointer<UInt8>
    package let count: Int

    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        self.start = start
        self.count = count
    }

    /// Returns whether the key equals a name, byte by byte.
    static func ~= (name: StaticString, key: JSONKey) -> Bool {
        key.count == name.utf8CodeUnitCount && isEqual(key.start, name.utf8Start, key.count)
    }

    /// The name, which was validated as UTF-8.
    @usableFromInline package var name: String {
        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}

/// Compares a number of bytes, eight at a time; the last words may overlap the ones before.
func isEqual(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
) -> Bool {
    let left = UnsafeRawPointer(left)
    let right = UnsafeRawPointer(right)
    func hasEqual<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type, at index: Int)
        -> Bool
    {
        left.loadUnaligned(fromByteOffset: index, as: type)
            == right.loadUnaligned(fromByteOffset: index, as: type)
    }
    var index = 0
    while index + 8 <= count {
        guard hasEqual(UInt64.self, at: index) else { return false }
        index += 8
    }
    if count >= 8 { return index == count || hasEqual(UInt64.self, at: count - 8) }
    if count >= 4 { return hasEqual(UInt32.self, at: 0) && hasEqual(UInt32.self, at: count - 4) }
    while index < count {
        guard hasEqual(UInt8.self, at: index) else { return false }
        index += 1
    }
    return true
}
