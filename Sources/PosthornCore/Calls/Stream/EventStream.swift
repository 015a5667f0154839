/// An asynchronous sequence of the server-sent events of a response, decoded one by one.
///
/// The stream applies back-pressure: it requests more data only after the last received piece was read.
/// Iterate over it once. To end the transfer, cancel the reading task. The stream ends with its connection
/// unless ``reconnection`` is set. To resume it yourself, use ``lastEventID`` and ``retry``.
public struct EventStream<Value: Decodable & Sendable>: AsyncSequence, StreamDecodable {
    /// The decoded data of an event.
    public typealias Element = Value
    /// The error that ends the stream early.
    public typealias Failure = APIError

    /// The media type `text/event-stream`.
    public static var mediaTypes: [String] { ["text/event-stream"] }

    /// The maximum length of a line, and of an event's data, in bytes.
    ///
    /// The default is 1,048,576. A longer line or event ends the stream with `APIError.Code.limitExceeded`.
    /// Set it before you read the stream.
    public var limit = StreamLimit.standard

    /// The rule for sending the call again after its connection has ended or failed.
    ///
    /// The default, `nil`, does not reconnect. Set it before you read the stream.
    ///
    /// The call is repeated with `Last-Event-ID`. A call other than GET or HEAD needs an `Idempotency-Key`;
    /// without it, the stream fails instead of reconnecting. A response with status 204 ends the stream
    /// (WHATWG HTML, section 9.2), and so does the cancellation of the reading task. Statuses 502, 503 and
    /// 504 are retried. Any other status that is not accepted, or another media type, fails the stream.
    public var reconnection: Reconnection?

    let response: StreamingResponse
    /// The progress of the stream, which other tasks may read.
    let position = Locked<(id: String, retry: Duration?)>(("", nil))

    /// Creates the stream of a response with an accepted status.
    public init(_ response: StreamingResponse) { self.response = response }

    /// The same events with their types and IDs.
    public var events: Events { Events(self) }

    /// The last event ID received; empty if no event had one.
    public var lastEventID: String { position.withLock { $0.id } }

    /// The pause before a reconnection that the server requested.
    ///
    /// `nil` if it requested none.
    public var retry: Duration? { position.withLock { $0.retry } }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events) }

    /// Iterates over the values of the events.
    public struct Iterator: AsyncIteratorProtocol {
        var events: Events

        /// Returns the next value, or `nil` at the end.
        ///
        /// - Throws: An ``APIError``. The stream then ends.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(APIError) -> Value? {
            try await events.next(isolation: actor)?.value
        }
    }
}
