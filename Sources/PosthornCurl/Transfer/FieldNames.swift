import Glibc
import Posthorn

/// Names of header fields that have come before: servers send the same few with every answer, and to
/// check a name and to make its lower-case form costs more than all the rest of a field.
///
/// Touched by one thread alone. A small table without chains: a name that meets another one at its
/// place takes that place.
final class FieldNames {
    private struct Entry {
        var bytes: [UInt8]
        var name: HTTPField.Name
    }

    private var entries = [Entry?](repeating: nil, count: 128)

    /// The name of these bytes.
    ///
    /// `nil` if they are not a token.
    func name(_ bytes: UnsafeRawBufferPointer) -> HTTPField.Name? {
        guard let first = bytes.first, let last = bytes.last, bytes.count <= 64 else {
            return HTTPField.Name(String(decoding: bytes, as: UTF8.self))
        }
        let middle = bytes[bytes.count / 2]
        let place = (Int(first) &+ Int(middle) &* 5 &+ Int(last) &* 11 &+ bytes.count &* 31) & 127
        if let entry = entries[place], Self.isEqual(entry.bytes, bytes) { return entry.name }
        guard let name = HTTPField.Name(String(decoding: bytes, as: UTF8.self)) else { return nil }
        entries[place] = Entry(bytes: Array(bytes), name: name)
        return name
    }

    private static func isEqual(_ left: [UInt8], _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count, let other = right.baseAddress else { return false }
        return left.withUnsafeBytes { left in
            left.baseAddress.map { memcmp($0, other, right.count) == 0 } ?? false
        }
    }
}
