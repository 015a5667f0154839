import FoundationEssentials

/// Splits a body into JSON texts: lines (NDJSON), or records that start with RS (RFC 7464).
///
/// The first byte of the body selects the format. A line is copied only if it spans several pieces.
struct LineParser {
    /// The maximum length of a line in bytes.
    var limit = StreamLimit.standard

    /// The beginning of an incomplete line.
    private var carried = Data()
    private var separator: UInt8?
    private var isFirst = true

    /// Parses bytes from an index.
    ///
    /// - Returns: The next line that is not blank, without its line ending and trailing blanks; `nil` when the bytes
    ///   are used up.
    mutating func next(in bytes: Data, at index: inout Data.Index) throws -> Data? {
        while index < bytes.endIndex {
            let separator = separator ?? (bytes[index] == recordSeparator ? recordSeparator : 0x0a)
            self.separator = separator
            let end = bytes[index...].withUnsafeBytes { $0.firstIndex(of: separator) }
                .map { index + $0 }
            let part = bytes[index..<(end ?? bytes.endIndex)]
            guard carried.count + part.count <= limit else {
                throw StreamLimit.exceeded("a line", limit)
            }
            index = part.endIndex
            guard end != nil else {
                carried += part
                return nil
            }
            index += 1
            guard carried.isEmpty else {
                carried += part
                if let line = try last() { return line }
                continue
            }
            if let text = try text(of: part) { return text }
        }
        return nil
    }

    /// Returns the last line, which may lack a line ending.
    mutating func last() throws -> Data? {
        guard !carried.isEmpty else { return nil }
        // Emptied first, so that parsing continues with the next record after an error.
        let line = carried
        carried = Data()
        return try text(of: line)
    }

    /// Returns the text of a line; `nil` for a blank line.
    private mutating func text(of line: Data) throws -> Data? {
        var text = line
        if isFirst, text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
        isFirst = false
        guard let first = text.first(where: { !isBlank($0) }),
            let last = text.lastIndex(where: { !isBlank($0) })
        else { return nil }
        if separator == recordSeparator { try checkIsWhole(line, startingWith: first) }
        return text[...last]
    }

    /// Throws if a record may be truncated.
    ///
    /// A number or a literal needs a delimiter at its end (RFC 7464, section 2.4).
    private func checkIsWhole(_ record: Data, startingWith first: UInt8) throws {
        guard let last = record.last, !isBlank(last) else { return }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): return
        default:
            throw APIError.Cause(
                .truncated, "a record of the stream has no end, and may be cut off",
                advice: "ask the server to end each record with a line feed")
        }
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte.isBlank || byte == 0x0a || byte == 0x0d }
}

private let recordSeparator: UInt8 = 0x1e
