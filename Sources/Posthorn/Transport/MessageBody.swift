public import FoundationEssentials

/// The body of a request: pieces in memory and in files, with a length that is known and a content
/// that can be sent again.
///
/// A transport reads the files piece by piece while it sends, so that a body may be larger than
/// memory.
public struct MessageBody: Sendable, Hashable {
    /// A part of a body.
    public enum Piece: Sendable, Hashable {
        /// Bytes in memory.
        case data(Data)
        /// The first bytes of a file, as many as it had when the body was made.
        case file(path: String, count: Int)
    }

    /// The pieces in the order in which they are sent.
    public private(set) var pieces: [Piece]
    /// Whether the body may be sent more than once, as a redirect that keeps it asks for.
    ///
    /// The default is `true`: bytes and files can be read again. Set it to `false` for content that
    /// must not go out twice.
    public var isReplayable = true

    /// Creates a body of bytes in memory.
    public init(_ data: Data) { pieces = [.data(data)] }

    /// Creates a body of a file.
    ///
    /// The file is looked at now and read when it is sent; one that has become shorter by then fails
    /// the call.
    /// - Throws: a ``CallFault`` if there is no such regular file.
    public init(file path: String) throws {
        let attributes: [FileAttributeKey: Any]
        do {
            attributes = try FileManager.default.attributesOfItem(atPath: path)
        } catch {
            throw CallFault(
                .invalidParameter, "there is no file to send, or it can't be read",
                advice: "check its path and its permissions", underlying: error)
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular,
            let size = attributes[.size] as? UInt
        else {
            throw CallFault(
                .invalidParameter, "what is to be sent is not a regular file",
                advice: "give the path of a file")
        }
        pieces = [.file(path: path, count: Int(size))]
    }

    /// Adds the pieces of another body after this one's.
    public mutating func append(_ other: MessageBody) {
        pieces += other.pieces
        isReplayable = isReplayable && other.isReplayable
    }

    /// The length in bytes.
    public var count: Int {
        pieces.reduce(0) { sum, piece in
            switch piece {
            case .data(let data): sum + data.count
            case .file(_, let count): sum + count
            }
        }
    }

    /// The whole body, if all of it is in memory; `nil` if a part of it is in a file.
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
