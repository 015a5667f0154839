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
}

/// Bytes in memory, given as one piece.
private final class DataSource: ByteSource {
    private let data: Locked<Data?>

    init(_ data: Data) { self.data = Locked(data.isEmpty ? nil : data) }

    func next() -> Data? { data.withLock { $0.take() } }
}
