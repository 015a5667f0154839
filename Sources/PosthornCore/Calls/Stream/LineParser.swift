import Glibc

/// Splits a body into JSON texts: lines (NDJSON), or records that start with RS (RFC 7464).
///
/// The first byte of the body selects the format. A line is copied only if it spans several pieces.
struct LineParser {
    /// The maximum length of a line in bytes.
    var limit = StreamLimit.standard

    /// The beginning of an incomplete line.
    private var carried: [UInt8] = []
    private var separator: UInt8?
    private var isFirst = true

    /// A line without its line ending and trailing blanks.
    enum Line {
        case inPlace(Range<Int>)
        /// A line assembled from several pieces.
        case whole([UInt8])
    }

    /// Parses bytes from an index.
    ///
    /// - Returns: The next line that is not blank; `nil` when the bytes are used up.
    mutating func next(in bytes: UnsafeRawBufferPointer, at index: inout Int) throws -> Line? {
        while index < bytes.count, let base = bytes.baseAddress {
            let separator = separator ?? (bytes[index] == recordSeparator ? recordSeparator : 0x0a)
            self.separator = separator
            let start = index
            let rest = bytes.count - start
            let end = memchr(base + start, Int32(separator), rest)
                .map { UnsafeRawPointer($0) - base }
            let count = end.map { $0 - start } ?? rest
            guard carried.count + count <= limit else {
                throw StreamLimit.exceeded("a line", limit)
            }
            index += count
            let part = UnsafeRawBufferPointer(start: base + start, count: count)
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
            if let text = try text(of: part.assumingMemoryBound(to: UInt8.self)) {
                return .inPlace(start + text.lowerBound..<start + text.upperBound)
            }
        }
        return nil
    }

    /// Returns the last line, which may lack a line ending.
    mutating func last() throws -> Line? {
        guard !carried.isEmpty else { return nil }
        // Emptied first, so that parsing continues with the next record after an error.
        var line: [UInt8] = []
        swap(&line, &carried)
        let range = try line.withUnsafeBufferPointer { try text(of: $0) }
        return range.map { .whole(Array(line[$0])) }
    }

    /// Returns the range of a line's text; `nil` for a blank line.
    private mutating func text(of line: UnsafeBufferPointer<UInt8>) throws -> Range<Int>? {
        var start = 0
        if isFirst, line.starts(with: [0xef, 0xbb, 0xbf]) { start = 3 }
        isFirst = false
        var end = line.count
        while end > start, isBlank(line[end - 1]) { end -= 1 }
        var first = start
        while first < end, isBlank(line[first]) { first += 1 }
        guard first < end else { return nil }
        if separator == recordSeparator { try checkIsWhole(line, startingWith: line[first]) }
        return start..<end
    }

    /// Throws if a record may be truncated.
    ///
    /// A number or a literal needs a delimiter at its end (RFC 7464, section 2.4).
    private func checkIsWhole(
        _ record: UnsafeBufferPointer<UInt8>, startingWith first: UInt8
    ) throws {
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
