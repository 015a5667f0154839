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
    /// The source of the piece at the index.
    private var pump: UploadPump?
    private let wake: @Sendable () -> Void

    /// Creates a reader.
    /// - Parameter wake: Called on any thread when there are bytes again after there were none.
    init(_ body: MessageBody, wake: @escaping @Sendable () -> Void) {
        pieces = body.pieces
        self.wake = wake
    }

    deinit {
        if file >= 0 { close(file) }
        pump?.close()
    }

    /// Fills the buffer as far as the piece goes and returns how many bytes that are; 0 at the end.
    ///
    /// `nil` if there are none yet.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
        while index < pieces.count {
            let count: Int
            switch pieces[index] {
            case .data(let data): count = copy(data, into: buffer)
            case .file(let path, let size): count = try read(path, size, into: buffer)
            case .stream(let stream):
                guard let next = try read(stream, into: buffer) else { return nil }
                count = next
            }
            if count > 0 { return count }
            endPiece()
        }
        return 0
    }

    private mutating func copy(_ data: Data, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = data.fill(buffer, from: position)
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

    private mutating func read(
        _ stream: BodyStream, into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int? {
        let source = pump ?? UploadPump(stream, wake: wake)
        if pump == nil {
            pump = source
            try source.start()
        }
        switch source.read(into: buffer) {
        case .bytes(let count): return count
        case .end: return 0
        case .wait: return nil
        case .failed(let error): throw error
        }
    }

    private var reason: String { String(cString: strerror(errno)) }

    private mutating func endPiece() {
        if file >= 0 { close(file) }
        file = -1
        pump?.close()
        pump = nil
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
