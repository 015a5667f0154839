public import FoundationEssentials

/// The bytes of a body, piece by piece as they arrive.
///
/// Nothing is read ahead of the reader but a small buffer: when nobody reads, the transfer stops and
/// so does the server. It can be read once; a second iterator goes on where the first one is.
/// Dropping the stream, or cancelling the task that reads it, ends the transfer.
public struct ByteStream: AsyncSequence, Sendable {
    /// A piece of the body; never empty.
    public typealias Element = Data
    /// What ends a body early.
    public typealias Failure = TransportError

    private let source: any ByteSource

    /// Creates a stream over a source.
    public init(_ source: any ByteSource) { self.source = source }

    /// Creates a stream of bytes that are there already.
    public init(_ data: Data) { source = DataSource(data) }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Reads what is left of the body and drops it, for who wants its head, or its connection, only.
    ///
    /// A session drops the bytes where they come, which costs less than to read them; a packed body is
    /// unpacked all the same, so that a damaged one is an error.
    /// - Returns: How many bytes were left.
    /// - Throws: a ``TransportError``, as ``Iterator/next(isolation:)`` does.
    @discardableResult
    public func discard() async throws(TransportError) -> Int { try await source.discard() }

    /// Reads the pieces of a stream.
    public struct Iterator: AsyncIteratorProtocol {
        let source: any ByteSource

        /// The next piece, or `nil` at the end.
        /// - Throws: a ``TransportError``; with the code `cancelled` when the task was cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(TransportError) -> Data? {
            try await source.next()
        }
    }
}

/// Where the pieces of a ``ByteStream`` come from.
public protocol ByteSource: AnyObject, Sendable {
    /// The next piece, never empty, or `nil` at the end. Not called again before it has returned.
    /// - Throws: a ``TransportError`` when the body ends early or the task is cancelled.
    func next() async throws(TransportError) -> Data?

    /// Drops what is left and returns how many bytes that was; all pieces are read where a source has
    /// no better way.
    /// - Throws: as ``next()`` does.
    func discard() async throws(TransportError) -> Int
}

extension ByteSource {
    /// Reads all pieces that are left, and returns how many bytes they had.
    /// - Throws: as ``next()`` does.
    public func discard() async throws(TransportError) -> Int {
        var count = 0
        while let piece = try await next() { count += piece.count }
        return count
    }
}

/// Bytes in memory, given as one piece.
private final class DataSource: ByteSource {
    private let data: Locked<Data?>

    init(_ data: Data) { self.data = Locked(data.isEmpty ? nil : data) }

    func next() -> Data? { data.withLock { $0.take() } }
}

// What they hold is moved on another thread, where reflection must not follow it.
extension ByteStream: RedactedStringConvertible {}
extension ByteStream.Iterator: RedactedStringConvertible {}
