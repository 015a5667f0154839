/// Cuts a body into JSON texts: lines (NDJSON), or records that start with RS (RFC 7464), by the
/// first byte.
struct LineParser {
    /// The longest line in bytes.
    var limit = StreamLimit.standard

    private var line: [UInt8] = []
    private var separator: UInt8?
    private var isFirst = true

    /// Reads on at an index; the next line that is not blank, or `nil` when the bytes are used up.
    mutating func next(in bytes: [UInt8], at index: inout Int) throws -> [UInt8]? {
        while index < bytes.count {
            let separator = separator ?? (bytes[index] == recordSeparator ? recordSeparator : 0x0a)
            self.separator = separator
            let end = bytes.firstIndex(of: separator, from: index)
            let rest = bytes[index..<(end ?? bytes.count)]
            guard line.count + rest.count <= limit else {
                throw StreamLimit.exceeded("a line", limit)
            }
            line += rest
            index += rest.count
            guard end != nil else { return nil }
            index += 1
            if let line = try take() { return line }
        }
        return nil
    }

    /// The last line, which may lack its end.
    mutating func last() throws -> [UInt8]? { try take() }

    private mutating func take() throws -> [UInt8]? {
        try checkIsWhole()
        var text = line[...]
        line = []
        if isFirst, text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
        isFirst = false
        while let last = text.last, isBlank(last) { text = text.dropLast() }
        return text.allSatisfy(isBlank) ? nil : Array(text)
    }

    /// Refuses a record that may be the beginning of a longer one: a number or a word whose end nothing
    /// shows (RFC 7464, section 2.4).
    private func checkIsWhole() throws {
        guard separator == recordSeparator, let last = line.last, !isBlank(last),
            let first = line.first(where: { !isBlank($0) })
        else { return }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): return
        default:
            throw CallFault(
                .truncated, "a record of the stream has no end, and may be cut off",
                advice: "ask the server to end each record with a line feed")
        }
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }
}

private let recordSeparator: UInt8 = 0x1e
