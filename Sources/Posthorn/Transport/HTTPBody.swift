public import FoundationEssentials

/// The body of a request: pieces in memory, in files, and made while they are sent.
///
/// A transport reads files and streams piece by piece while it sends, so that a body may be larger
/// than memory.
public struct HTTPBody: Sendable, Hashable {
    /// A part of a body.
    public enum Piece: Sendable, Hashable {
        /// Bytes in memory.
        case data(Data)
        /// A file, as it was when the body was made.
        case file(BodyFile)
        /// Bytes that are made while they are sent.
        case stream(BodyStream)
    }

    /// The pieces in the order in which they are sent.
    public private(set) var pieces: [Piece]

    /// Creates a body of bytes in memory.
    public init(_ data: Data) { pieces = [.data(data)] }

    /// Creates a body of two pieces, so that the second, a large one, is not copied for the first.
    package init(_ first: Data, _ second: Data) { pieces = [.data(first), .data(second)] }

    /// Creates a body that is made while it is sent.
    public init(_ stream: BodyStream) { pieces = [.stream(stream)] }

    /// A body of all bytes of a regular file.
    ///
    /// The file is looked at now and read when it is sent. A call fails before anything is sent if there is no
    /// such file, and also if the file has been written or replaced by then, as far as its length, its inode
    /// and the time of its last change tell.
    public static func file(_ path: String) -> HTTPBody {
        HTTPBody(pieces: [.file(BodyFile(path))])
    }

    private init(pieces: [Piece]) { self.pieces = pieces }

    /// Adds the pieces of another body after this one's.
    public mutating func append(_ other: HTTPBody) {
        pieces += other.pieces
    }

    /// Throws if the body can't be sent.
    /// - Throws: a ``TransportError`` with the code `invalidRequest` if there is no such file, or if the length
    ///   of a stream is negative.
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
    /// `nil` if a stream does not know its own, or says one that no body has.
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

    /// Whether the body can be sent a second time: all but a stream that is had once.
    public var isReplayable: Bool {
        pieces.allSatisfy { piece in
            if case .stream(let stream) = piece { stream.isReplayable } else { true }
        }
    }

    /// Whether each reading gives the same bytes, so that a digest that is made before the body is sent
    /// is the digest of what is sent.
    package var isSameEachTime: Bool {
        pieces.allSatisfy { piece in
            if case .stream(let stream) = piece { stream.isSameEachTime } else { true }
        }
    }

    /// Whether all of it is in memory, asked without joining it.
    var isInMemory: Bool {
        pieces.allSatisfy { piece in
            if case .data = piece { true } else { false }
        }
    }

    /// The whole body, if all of it is in memory; `nil` if a part of it is not.
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
    /// A length as the descriptions of requests show it.
    static func size(_ count: Int?) -> String {
        count.map { "\($0) bytes" } ?? "a body of unknown length"
    }
}

extension HTTPBody: RedactedStringConvertible {
    /// The length.
    public var description: String { Self.size(count) }
}

extension HTTPBody.Piece: RedactedStringConvertible {
    /// Where the bytes are, never what they are.
    public var description: String {
        switch self {
        case .data(let data): "\(data.count) bytes"
        case .file(let file): "\(file)"
        case .stream(let stream): "a stream, " + HTTPBody.size(stream.length)
        }
    }
}
