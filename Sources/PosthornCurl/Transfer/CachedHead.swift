import Glibc

/// A response's head that may recur byte by byte.
///
/// Between two responses to one URL usually nothing changes, except the date once a second.
final class CachedHead {
    /// The names of the fields that it may hold, by their usual spellings.
    ///
    /// Cookies, locations and custom fields are not cached. Creating a name costs more than finding it.
    static let names: [String: HTTPField.Name] = {
        let usual = [
            "Accept-Ranges", "Cache-Control", "Connection", "Content-Encoding", "Content-Language",
            "Content-Length", "Content-Type", "Date", "ETag", "Etag", "Expires", "Keep-Alive",
            "Last-Modified", "Server", "Strict-Transport-Security", "Vary",
            "X-Content-Type-Options",
        ]
        let all = (usual + usual.map { $0.lowercased() }).map { ($0, HTTPField.Name($0)) }
        return Dictionary(all, uniquingKeysWith: { first, _ in first }).compactMapValues { $0 }
    }()

    static let limit = 4096
    /// All lines with their line breaks, including the empty last one.
    private let bytes: [UInt8]
    // The parsed head.
    let lineCount: Int
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let framing: ResponseHead.Framing

    init(
        _ lines: [UInt8], count: Int, _ status: HTTPResponse.Status, _ headers: HTTPFields,
        _ framing: ResponseHead.Framing
    ) {
        bytes = lines
        lineCount = count
        self.status = status
        self.headers = headers
        self.framing = framing
    }

    var count: Int { bytes.count }

    enum Step {
        case isSame
        /// The line is the same and the last one.
        case isEnd
        case isOther
    }

    /// Compares the next line, including its line break.
    ///
    /// - Parameter count: The number of bytes that matched before.
    @inline(__always)
    func step(_ line: UnsafeRawBufferPointer, after count: Int) -> Step {
        let end = count + line.count
        // Each cached line has one line break, so that a match that ends with one is a whole line.
        guard end <= bytes.count, let start = line.baseAddress, line.last == 0x0a else {
            return .isOther
        }
        let isSame = bytes.withUnsafeBytes { known in
            known.baseAddress.map { memcmp($0 + count, start, line.count) == 0 } ?? false
        }
        return !isSame ? .isOther : end == bytes.count ? .isEnd : .isSame
    }

    func replay(_ count: Int, to reader: inout ResponseHead) throws(TransportError) {
        try bytes[..<count].withUnsafeBufferPointer { lines throws(TransportError) in
            var rest = UnsafeRawBufferPointer(lines)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                _ = try reader.take(UnsafeRawBufferPointer(rebasing: rest[...end]))
                rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
            }
        }
    }
}
