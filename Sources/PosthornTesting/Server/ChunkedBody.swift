/// A body in chunks, taken apart (RFC 9112, section 7.1).
struct ChunkedBody {
    /// What the chunks hold.
    private(set) var bytes: [UInt8] = []
    /// How many bytes the body took on the wire, its trailers included.
    private(set) var count = 0

    /// Reads a body; `nil` if it has not come to its end yet.
    init?(_ wire: [UInt8]) {
        var rest = wire[...]
        while true {
            guard let line = Self.line(&rest),
                let size = Int(
                    String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self),
                    radix: 16)
            else { return nil }
            if size == 0 { break }
            guard rest.count >= size + 2 else { return nil }
            bytes += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        while true {
            guard let trailer = Self.line(&rest) else { return nil }
            if trailer.isEmpty { break }
        }
        count = wire.count - rest.count
    }

    private static func line(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = bytes[..<end]
        bytes = bytes[(end + 1)...]
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}
