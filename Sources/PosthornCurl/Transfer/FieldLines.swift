import Glibc
import PosthornHTTP

/// A cache of parsed header lines.
///
/// Servers send the same lines in many responses, and a lookup costs less than parsing. Used by one thread
/// only. The tables are small and have no chaining: an entry replaces another one in the same slot. Only a
/// hash is stored of a line that occurs once.
final class FieldLines {
    /// A valid, parsed line.
    final class Line {
        let bytes: [UInt8]
        let field: HTTPField
        let meaning: Meaning

        init(_ bytes: [UInt8], _ field: HTTPField, _ meaning: Meaning) {
            self.bytes = bytes
            self.field = field
            self.meaning = meaning
        }
    }

    /// The meaning of a line for the transfer.
    enum Meaning {
        case none
        /// A `Content-Length`.
        case length(Int)
        /// A `Content-Encoding`.
        case contentCoding
    }

    private struct Name {
        let bytes: [UInt8]
        let name: HTTPField.Name
    }

    @exclusivity(unchecked) private var lines = [Line?](repeating: nil, count: size)
    @exclusivity(unchecked) private var names = [Name?](repeating: nil, count: size)
    @exclusivity(unchecked) private var seen = [UInt64](repeating: 0, count: size)
    private static let size = 256
    /// The maximum length; longer lines rarely repeat.
    private static let limit = 128
    /// The names of fields that are cached.
    ///
    /// Cookies, locations and custom fields are not.
    private static let kept: Set<String> = [
        "accept-ranges", "cache-control", "connection", "content-encoding", "content-language",
        "content-length", "content-type", "date", "etag", "expires", "keep-alive", "last-modified",
        "server", "strict-transport-security", "vary", "x-content-type-options",
    ]

    /// Returns the cached line with these bytes.
    func line(_ bytes: UnsafeRawBufferPointer) -> Line? {
        guard bytes.count <= Self.limit else { return nil }
        let place = Int(ByteHash.of(bytes) % UInt64(Self.size))
        guard let line = lines[place], Self.isEqual(line.bytes, bytes) else { return nil }
        return line
    }

    /// Caches a line that occurs the second time, if its name is not that of a private field.
    func keep(_ bytes: UnsafeRawBufferPointer, _ field: HTTPField, _ meaning: Meaning) {
        guard bytes.count <= Self.limit, Self.kept.contains(field.name.canonicalName)
        else { return }
        let hash = ByteHash.of(bytes)
        let place = Int(hash % UInt64(Self.size))
        guard seen[place] == hash else {
            seen[place] = hash
            return
        }
        lines[place] = Line(Array(bytes), field, meaning)
    }

    /// Returns the field name of these bytes; `nil` if they are not a token.
    func name(_ bytes: UnsafeRawBufferPointer) -> HTTPField.Name? {
        guard bytes.count <= 64 else {
            return HTTPField.Name(String(decoding: bytes, as: UTF8.self))
        }
        let place = Int(ByteHash.of(bytes) % UInt64(Self.size))
        if let entry = names[place], Self.isEqual(entry.bytes, bytes) { return entry.name }
        guard let name = HTTPField.Name(String(decoding: bytes, as: UTF8.self)) else { return nil }
        names[place] = Name(bytes: Array(bytes), name: name)
        return name
    }

    private static func isEqual(_ left: [UInt8], _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count, let other = right.baseAddress else { return false }
        return left.withUnsafeBytes { left in
            left.baseAddress.map { memcmp($0, other, right.count) == 0 } ?? false
        }
    }
}
