import Glibc

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

func isEqual(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
) -> Bool {
    memcmp(left, right, count) == 0
}
