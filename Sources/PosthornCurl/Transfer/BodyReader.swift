import FoundationEssentials

/// Reads a request's body piece by piece while libcurl sends it.
struct BodyReader: ~Copyable {
    private let pieces: [HTTPBody.Piece]
    private var index = 0
    /// The number of bytes read from the current piece.
    private var position = 0
    /// The open file of the current piece.
    private var file: BodyFileReader?
    /// The source of the current piece.
    private var pump: UploadPump?
    private let wake: @Sendable () -> Void

    /// - Parameter wake: Called on any thread when bytes are available again.
    init(_ body: HTTPBody, wake: @escaping @Sendable () -> Void) {
        pieces = body.pieces
        self.wake = wake
    }

    deinit { pump?.close() }

    /// Fills the buffer from the current piece and returns the number of bytes; 0 at the end.
    ///
    /// `nil` if no bytes are available.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
        while index < pieces.count {
            let count: Int
            switch pieces[index] {
            case .data(let data):
                count = data.dropFirst(position).copyBytes(to: buffer)
                position += count
            case .file(let file): count = try read(file, into: buffer)
            case .stream(let stream):
                guard let next = try read(stream, into: buffer) else { return nil }
                count = next
            }
            if count > 0 { return count }
            endPiece()
        }
        return 0
    }

    private mutating func read(
        _ next: HTTPBody.File, into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int {
        if file == nil { file = try BodyFileReader(next) }
        return try file?.read(into: buffer) ?? 0
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

    private mutating func endPiece() {
        file = nil
        pump?.close()
        pump = nil
        index += 1
        position = 0
    }
}
