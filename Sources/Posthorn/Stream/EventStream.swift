/// The server-sent events of a response, decoded one by one as they are asked for.
///
/// Nothing is read ahead of the reader but what has arrived with the last piece: when nobody reads,
/// the server waits. Read it once; cancelling the reading task ends the transfer. When the
/// connection ends the stream ends, unless ``reconnection`` is set: ``lastEventID`` and ``retry`` say
/// where and when to go on.
public struct EventStream<Value: Decodable & Sendable>: AsyncSequence, StreamDecodable {
    /// The decoded data of an event.
    public typealias Element = Value
    /// What ends the stream early.
    public typealias Failure = APIError

    /// `text/event-stream`.
    public static var mediaTypes: [String] { ["text/event-stream"] }

    /// The longest line, and the most data of an event, in bytes; the default is 1,048,576.
    ///
    /// Set it before the stream is read. What is longer ends the stream with
    /// ``APIError/Code/limitExceeded``.
    public var limit = StreamLimit.standard

    /// When the call is sent again after its connection has ended or broken; `nil`, the default,
    /// leaves it at one connection.
    ///
    /// Set it before the stream is read. The call is repeated with `Last-Event-ID`; one that is no GET
    /// or HEAD needs an `Idempotency-Key`, and else fails where it would be repeated. A status of 204
    /// ends the stream, as the standard says, and so does cancelling the task that reads;
    /// another status than 502, 503 and 504, or another media type, fails it.
    public var reconnection: Reconnection?

    let response: StreamingResponse
    /// How far the stream has been read, for those who look while another task reads.
    let position = Locked<(id: String, retry: Duration?)>(("", nil))

    /// Takes over a response whose status is good.
    public init(_ response: StreamingResponse) { self.response = response }

    /// The same events with their types and ids.
    public var events: ServerEvents<Value> { ServerEvents(stream: self) }

    /// The id of the last event that was read and had one; empty if none had.
    public var lastEventID: String { position.withLock { $0.id } }

    /// The pause before a reconnection that the server has asked for.
    ///
    /// `nil` if it has not.
    public var retry: Duration? { position.withLock { $0.retry } }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: events.makeAsyncIterator())
    }

    /// Reads the values of the events.
    public struct Iterator: AsyncIteratorProtocol {
        var events: ServerEvents<Value>.Iterator

        /// The next value, or `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(APIError) -> Value? {
            try await events.next(isolation: actor)?.value
        }
    }
}
