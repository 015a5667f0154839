public import FoundationEssentials

/// The bytes of a body, delivered in pieces as they arrive.
///
/// The stream buffers little and applies back-pressure: while nobody reads, the transfer pauses and the
/// server has to wait. The stream can be read once; a second iterator continues where the first one is.
/// Releasing the stream, or cancelling the task that reads it, cancels the transfer.
public struct ByteStream: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// A piece of the body; never empty.
    public typealias Element = Data
    /// The error that ends a body early.
    public typealias Failure = TransportError

    private let source: any ByteStream.Source

    /// Creates a stream over a source.
    public init(_ source: any ByteStream.Source) { self.source = source }

    /// Creates a stream of bytes in memory.
    public init(_ data: Data) { source = DataSource(data) }

    /// Returns the stream, which is its own iterator.
    public func makeAsyncIterator() -> ByteStream { self }

    /// Returns the next piece, or `nil` at the end.
    /// - Throws: a ``TransportError``; with the code `cancelled` if the task was cancelled.
    public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws(TransportError) -> Data? {
        try await source.next()
    }

    /// Reads the remaining body and discards it.
    ///
    /// Use it if you need only the head of a response, or want to reuse its connection. A session discards
    /// the bytes as they arrive, which is cheaper than reading them. A compressed body is still decompressed,
    /// so that damage is detected.
    /// - Returns: The number of bytes that were discarded.
    /// - Throws: a ``TransportError``, as ``next(isolation:)`` does.
    @discardableResult
    public func discard() async throws(TransportError) -> Int { try await source.discard() }
}

extension ByteStream {
    /// The source of a ``ByteStream``'s pieces.
    public protocol Source: AnyObject, Sendable {
        /// Returns the next piece, which is never empty, or `nil` at the end.
        ///
        /// The method is not called again before it has returned.
        /// - Throws: a ``TransportError`` if the body ends early or the task is cancelled.
        func next() async throws(TransportError) -> Data?

        /// Discards the remaining bytes and returns their number.
        ///
        /// The default reads all remaining pieces.
        /// - Throws: as ``next()`` does.
        func discard() async throws(TransportError) -> Int
    }
}

extension ByteStream.Source {
    /// Reads all remaining pieces and returns the number of their bytes.
    /// - Throws: as ``next()`` does.
    public func discard() async throws(TransportError) -> Int {
        var count = 0
        while let piece = try await next() { count += piece.count }
        return count
    }
}

/// Bytes in memory, delivered as one piece.
private final class DataSource: ByteStream.Source {
    private let data: Locked<Data?>

    init(_ data: Data) { self.data = Locked(data.isEmpty ? nil : data) }

    func next() -> Data? { data.withLock { $0.take() } }
}

// Reflection must not reach state that another thread uses.
extension ByteStream: RedactedStringConvertible {}
