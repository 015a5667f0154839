/// The name of a member: a view of the reader's bytes, valid until the reader continues.
@usableFromInline
struct JSONKey {
    let start: UnsafePointer<UInt8>
    let count: Int

    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        self.start = start
        self.count = count
    }

    /// Returns whether the key equals a name, byte by byte.
    static func ~= (name: StaticString, key: JSONKey) -> Bool {
        key.count == name.utf8CodeUnitCount && isEqual(key.start, name.utf8Start, key.count)
    }

    /// The name, which was validated as UTF-8.
    @usableFromInline var name: String {
        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}

/// Compares a number of bytes, eight at a time.
func isEqual(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
) -> Bool {
    let left = UnsafeRawPointer(left)
    let right = UnsafeRawPointer(right)
    var index = 0
    while index + 8 <= count {
        let one = left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard one == right.loadUnaligned(fromByteOffset: index, as: UInt64.self) else {
            return false
        }
        index += 8
    }
    while index < count {
        guard
            left.load(fromByteOffset: index, as: UInt8.self)
                == right.load(fromByteOffset: index, as: UInt8.self)
        else { return false }
        index += 1
    }
    return true
}
