import Glibc
import Posthorn

/// The head of an answer that may come again as it is, byte by byte: between two answers to one URL
/// mostly nothing changes, once a second the date.
///
/// It keeps no more than ``FieldLines`` does: each of its fields is one of those.
final class KnownHead {
    /// All lines, the empty one at the end too, with their line breaks.
    private let bytes: UnsafeMutableRawBufferPointer
    // What a reader has made of them.
    let lineCount: Int
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let framing: ResponseHead.Framing

    init(
        _ lines: [UInt8], count: Int, _ status: HTTPResponse.Status, _ headers: HTTPFields,
        _ framing: ResponseHead.Framing
    ) {
        bytes = .allocate(byteCount: lines.count, alignment: 1)
        bytes.copyBytes(from: lines)
        lineCount = count
        self.status = status
        self.headers = headers
        self.framing = framing
    }

    deinit { bytes.deallocate() }

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
        guard end <= bytes.count, let start = line.baseAddress, let place = bytes.baseAddress,
            end > count, start.load(fromByteOffset: line.count - 1, as: UInt8.self) == 0x0a,
            memcmp(place + count, start, line.count) == 0
        else { return .isOther }
        return end == bytes.count ? .isEnd : .isSame
    }

    /// Has a reader take the lines that were the same.
    func replay(_ count: Int, to reader: inout ResponseHead) throws(ResponseHead.Defect) {
        var rest = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            _ = try reader.take(UnsafeRawBufferPointer(rebasing: rest[...end]))
            rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
        }
    }
}
