import FoundationEssentials
import Glibc
import Posthorn

/// Reads a body piece by piece while libcurl sends it.
struct BodyReader: ~Copyable {
    private let pieces: [MessageBody.Piece]
    private var index = 0
    /// How much of the piece at the index has been read.
    private var position = 0
    /// The open file of the piece at the index; negative if there is none.
    private var file: Int32 = -1

    init(_ body: MessageBody) { pieces = body.pieces }

    deinit { if file >= 0 { close(file) } }

    /// Fills the buffer as far as the piece goes and returns how many bytes that are; 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int {
        while index < pieces.count {
            let count: Int
            switch pieces[index] {
            case .data(let data): count = copy(data, into: buffer)
            case .file(let path, let size): count = try read(path, size, into: buffer)
            }
            if count > 0 { return count }
            endPiece()
        }
        return 0
    }

    private mutating func copy(_ data: Data, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let start = data.startIndex + position
        let count = data.copyBytes(
            to: buffer, from: start..<min(data.endIndex, start + buffer.count))
        position += count
        return count
    }

    private mutating func read(
        _ path: String, _ size: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int {
        let wanted = min(buffer.count, size - position)
        guard wanted > 0 else { return 0 }
        if file < 0 { file = open(path, O_RDONLY | O_CLOEXEC) }
        guard file >= 0 else { throw .unreadable("can't be opened: \(reason)") }
        let count = Glibc.read(file, buffer.baseAddress, wanted)
        // Its length has been promised to the server.
        guard count > 0 else {
            throw .unreadable(count == 0 ? "has become shorter" : "can't be read: \(reason)")
        }
        position += count
        return count
    }

    private var reason: String { String(cString: strerror(errno)) }

    private mutating func endPiece() {
        if file >= 0 { close(file) }
        file = -1
        index += 1
        position = 0
    }
}

extension TransportError {
    fileprivate static func unreadable(_ what: String) -> TransportError {
        TransportError(
            .bodyFailed, "a file of the body \(what)",
            advice: "keep the file as it is until the call has ended")
    }
}
