import Glibc
import Posthorn

/// The head of a response that may come again as it is, byte by byte: between two responses to one URL
/// mostly nothing changes, once a second the date.
///
/// It keeps no more than ``FieldLines`` does: each of its fields is one of those.
final class KnownHead {
    /// All lines, the empty one at the end too, with their line breaks.
    private let bytes: [UInt8]
    // What a reader has made of them.
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

    /// How many bytes it has.
    var count: Int { bytes.count }

    /// What a line comes to that follows those that were the same.
    enum Step {
        case isSame
        /// It is the last one too.
        case isEnd
        case isOther
    }

    /// Looks at the next line with its line break.
    /// - Parameter count: How many bytes were the same before it.
    @inline(__always)
    func step(_ line: UnsafeRawBufferPointer, after count: Int) -> Step {
        let end = count + line.count
        // Each of the known lines has one line break, so that what ends with one is a whole line.
        guard end <= bytes.count, let start = line.baseAddress, line.last == 0x0a else {
            return .isOther
        }
        let isSame = bytes.withUnsafeBytes { known in
            known.baseAddress.map { memcmp($0 + count, start, line.count) == 0 } ?? false
        }
        return !isSame ? .isOther : end == bytes.count ? .isEnd : .isSame
    }

    /// Has a reader take the lines that were the same.
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
