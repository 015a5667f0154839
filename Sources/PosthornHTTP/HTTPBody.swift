public import FoundationEssentials

/// The body of a request, made of pieces in memory, files and streams.
///
/// A transport reads files and streams piece by piece while it sends them, so that a body may be larger than
/// memory.
public struct HTTPBody: Sendable, Hashable {
    /// A part of a body.
    public enum Piece: Sendable, Hashable {
        /// Bytes in memory.
        case data(Data)
        /// A file, as it was when the body was created.
        case file(HTTPBody.File)
        /// Bytes that are produced while they are sent.
        case stream(BodyStream)
    }

    /// The pieces in the order in which they are sent.
    public private(set) var pieces: [Piece]

    /// Creates a body from bytes in memory.
    public init(_ data: Data) { pieces = [.data(data)] }

    /// Creates a body of two pieces, which avoids copying a large second one.
    package init(_ first: Data, _ second: Data) { pieces = [.data(first), .data(second)] }

    /// Creates a body that is produced while it is sent.
    public init(_ stream: BodyStream) { pieces = [.stream(stream)] }

    /// Returns a body that consists of a regular file.
    ///
    /// This method reads the file's metadata; the content is read when it is sent. A call fails before
    /// anything is sent if there is no such file, or if the file has been written or replaced in the
    /// meantime. A change is detected by the length, the inode and the modification time.
    ///
    /// A session reads the file on its own thread, so a file system that stalls delays the session's other
    /// transfers. For a file on such a system, send a ``BodyStream`` that reads it.
    /// - Parameter url: The location of the file, from `URL(filePath:)`.
    public static func file(_ url: URL) -> HTTPBody {
        HTTPBody(pieces: [.file(HTTPBody.File(url))])
    }

    private init(pieces: [Piece]) { self.pieces = pieces }

    /// Appends the pieces of another body.
    public mutating func append(_ other: HTTPBody) { pieces += other.pieces }

    /// - Throws: a ``TransportError`` with the code `invalidRequest` if there is no such file, or if the
    ///   length of a stream is negative.
    package func check() throws(TransportError) {
        for piece in pieces {
            switch piece {
            case .data: break
            case .file(let file): try file.check()
            case .stream(let stream):
                guard stream.length ?? 0 < 0 else { break }
                throw .invalidRequest(
                    "a stream of the body has a negative length",
                    "give it the number of its bytes, or none")
            }
        }
    }

    /// The length in bytes.
    ///
    /// `nil` if the length of a stream is unknown or invalid.
    public var count: Int? {
        var sum = 0
        for piece in pieces {
            let count: Int
            switch piece {
            case .data(let data): count = data.count
            case .file(let file): count = file.count
            case .stream(let stream):
                guard let length = stream.length else { return nil }
                count = length
            }
            let (next, isTooLarge) = sum.addingReportingOverflow(count)
            guard !isTooLarge, count >= 0 else { return nil }
            sum = next
        }
        return sum
    }

    /// Whether the body can be sent again; `false` if it contains a stream that can be read only once.
    public var isReplayable: Bool {
        pieces.allSatisfy { piece in
            if case .stream(let stream) = piece { stream.isReplayable } else { true }
        }
    }

    /// Whether each pass produces the same bytes, so that a digest can be computed before sending.
    package var isSameEachTime: Bool {
        pieces.allSatisfy { piece in
            if case .stream(let stream) = piece { stream.isSameEachTime } else { true }
        }
    }

    /// Whether the whole body is in memory, determined without joining the pieces.
    package var isInMemory: Bool {
        pieces.allSatisfy { piece in
            if case .data = piece { true } else { false }
        }
    }

    /// The whole body if it is in memory; `nil` if a part of it is a file or a stream.
    public var data: Data? {
        if pieces.count == 1, case .data(let data) = pieces[0] { return data }
        var whole = Data()
        for piece in pieces {
            guard case .data(let data) = piece else { return nil }
            whole.append(data)
        }
        return whole
    }
}

extension HTTPBody {
    /// Returns a length for the descriptions of requests.
    package static func size(_ count: Int?) -> String {
        count.map { "\($0) bytes" } ?? "a body of unknown length"
    }
}

extension HTTPBody: RedactedStringConvertible {
    /// The length.
    public var description: String { Self.size(count) }
}

extension HTTPBody.Piece: RedactedStringConvertible {
    /// The kind and the length of the piece, never its content.
    public var description: String {
        switch self {
        case .data(let data): "\(data.count) bytes"
        case .file(let file): "\(file)"
        case .stream(let stream): "a stream, " + HTTPBody.size(stream.length)
        }
    }
}
