/// The events of an ``EventStream`` with their types and ids.
public struct ServerEvents<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    /// An event with its decoded data.
    public typealias Element = ServerEvent<Value>
    /// What ends the stream early.
    public typealias Failure = APIError

    let stream: EventStream<Value>

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(stream) }

    /// Reads the events.
    public struct Iterator: AsyncIteratorProtocol {
        private let stream: EventStream<Value>
        private var bytes: ByteStream.Iterator
        private var parser = EventParser()
        private var piece: [UInt8] = []
        private var index = 0
        private var hasEnded = false

        init(_ stream: EventStream<Value>) {
            self.stream = stream
            bytes = stream.answer.body.makeAsyncIterator()
            parser.limit = stream.limit
        }

        /// The next event, or `nil` at the end.
        /// - Throws: an ``APIError``; after it the stream has ended.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(APIError) -> ServerEvent<Value>? {
            guard !hasEnded else { return nil }
            hasEnded = true
            guard let event = try await event(isolation: actor) else { return nil }
            let value = try stream.answer.element(Value.self, event.data)
            hasEnded = false
            return ServerEvent(type: event.type, value: value, id: event.id)
        }

        private mutating func event(
            isolation actor: isolated (any Actor)?
        ) async throws(APIError) -> EventParser.Event? {
            do {
                while true {
                    let event = try parser.next(in: piece, at: &index)
                    remember()
                    if let event { return event }
                    guard let data = try await bytes.next(isolation: actor) else { return nil }
                    piece = Array(data)
                    index = 0
                }
            } catch {
                throw stream.answer.error(error)
            }
        }

        private func remember() {
            let retry = parser.retry.map { Duration.milliseconds($0) }
            stream.position.state.withLock { $0 = (parser.lastEventID, retry) }
        }
    }
}
