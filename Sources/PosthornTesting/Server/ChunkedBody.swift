/// An incremental decoder of a chunked body (RFC 9112, section 7.1).
struct ChunkedBody {
    private enum Place {
        case size, data(left: Int), lineBreak, trailer, end
    }

    private(set) var bytes: [UInt8] = []
    private var place = Place.size
    /// The beginning of a line whose end has not arrived.
    private var line: [UInt8] = []

    /// The longest line that the decoder accepts.
    private static let lineLimit = 64 << 10

    /// Whether the last chunk and its trailers have arrived.
    var isWhole: Bool { if case .end = place { true } else { false } }

    /// Decodes bytes as far as they belong to the body, and returns their number.
    ///
    /// - Throws: A ``ScriptError`` if the bytes are not a chunked body.
    mutating func take(_ wire: ArraySlice<UInt8>) throws -> Int {
        var rest = wire
        while !isWhole, !rest.isEmpty {
            if case .data(let left) = place {
                let piece = rest.prefix(left)
                bytes += piece
                rest = rest.dropFirst(piece.count)
                place = piece.count == left ? .lineBreak : .data(left: left - piece.count)
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
                line += rest
                guard line.count <= Self.lineLimit else {
                    throw ScriptError("a line of a chunked body does not end")
                }
                return wire.count
            }
            line += rest[..<end]
            rest = rest[(end + 1)...]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            try take(line: String(decoding: line, as: UTF8.self))
            line = []
        }
        return wire.count - rest.count
    }

    private mutating func take(line: String) throws {
        switch place {
        case .size:
            let digits = String(line.prefix { $0 != ";" && $0 != " " })
            guard digits.allSatisfy(\.isHexDigit), let size = Int(digits, radix: 16) else {
                throw ScriptError("a chunk size that is no number: \(line.prefix(100))")
            }
            place = size == 0 ? .trailer : .data(left: size)
        case .lineBreak:
            guard line.isEmpty else { throw ScriptError("a chunk is longer than its size") }
            place = .size
        case .trailer: if line.isEmpty { place = .end }
        case .data, .end: break
        }
    }
}
