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
            let end = bytes[index...].firstIndex(of: separator)
            let rest = bytes[index..<(end ?? bytes.count)]
            guard line.count + rest.count <= limit else {
                throw StreamLimit.exceeded("a line", limit)
            }
            line += rest
            index += rest.count
            guard end != nil else { return nil }
            index += 1
            if let line = take() { return line }
        }
        return nil
    }

    /// The last line, which may lack its end.
    mutating func last() -> [UInt8]? { take() }

    private mutating func take() -> [UInt8]? {
        var text = line[...]
        line = []
        if isFirst, text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
        isFirst = false
        while let last = text.last, isBlank(last) { text = text.dropLast() }
        return text.allSatisfy(isBlank) ? nil : Array(text)
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }
}

private let recordSeparator: UInt8 = 0x1e
