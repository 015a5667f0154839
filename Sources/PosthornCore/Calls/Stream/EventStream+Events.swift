import FoundationEssentials

extension EventStream {
    /// The events of an ``EventStream`` with their types and IDs.
    public struct Events: AsyncSequence, AsyncIteratorProtocol, Sendable {
        /// An event with its decoded data.
        public typealias Element = Event
        /// The error that ends the stream early.
        public typealias Failure = APIError

        private let stream: EventStream<Value>
        private var response: StreamingResponse
        private var bytes: ByteStream
        private var parser = EventParser()
        private var piece: [UInt8] = []
        private var index = 0
        private var hasEnded = false
        /// The number of consecutive failed attempts to reconnect.
        private var failed = 0
        /// The pause that the server requested when it refused the last attempt.
        private var retryAfter: Duration?

        init(_ stream: EventStream<Value>) {
            self.stream = stream
            response = stream.response
            bytes = stream.response.body
            parser.limit = stream.limit
        }

        /// Returns the sequence, which is its own iterator.
        public func makeAsyncIterator() -> Events { self }

        /// Returns the next event, or `nil` at the end.
        ///
        /// - Throws: An ``APIError``. The stream then ends.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(APIError) -> Event? {
            guard !hasEnded else { return nil }
            hasEnded = true
            do {
                guard let event = try await event(isolation: actor) else { return nil }
                let data = Data(event.data)
                if response.endMarker?.isEnd(data) == true { return nil }
                let value: Value = try response.element(data, event: event.type)
                hasEnded = response.endMarker?.isLast(data, event: event.type) ?? false
                return Event(type: event.type, value: value, id: event.id)
            } catch {
                throw response.failure(error)
            }
        }

        private mutating func event(
            isolation actor: isolated (any Actor)?
        ) async throws(APIError) -> EventParser.Event? {
            // The pause before the next connection; `nil` while connected.
            var pause: Duration?
            while true {
                do throws(APIError) {
                    if let pause = pause.take() {
                        try await reconnect(after: pause, isolation: actor)
                    }
                    if let event = try await read(isolation: actor) {
                        failed = 0
                        retryAfter = nil
                        return event
                    }
                    guard response.head.status != .noContent, try !hasMarkerAtEnd() else {
                        return nil
                    }
                    guard let rule = stream.reconnection, rule.allows(failed) else {
                        guard response.endMarker == nil else {
                            throw response.error(EndMarker.missing)
                        }
                        return nil
                    }
                } catch {
                    guard let rule = stream.reconnection, rule.allows(failed),
                        Reconnection.isPassing(error), response.hasTime(after: .zero)
                    else { throw error }
                    retryAfter = Reconnection.retryAfter(error)
                }
                let next =
                    stream.reconnection?
                    .pause(failed: failed, retry: parser.retry, retryAfter: retryAfter) ?? .zero
                // An error here is final, unlike a failed connection.
                do { try response.checkRepeat(after: next) } catch {
                    throw response.error(error)
                }
                pause = next
            }
        }

        /// Returns whether the body has ended with the stream's marker, without the blank line after it.
        private mutating func hasMarkerAtEnd() throws(APIError) -> Bool {
            guard let marker = response.endMarker else { return false }
            do {
                return try parser.incompleteData().map { marker.isEnd(Data($0)) } ?? false
            } catch {
                throw response.error(error)
            }
        }

        /// Returns the next event of this connection, or `nil` at its end.
        private mutating func read(
            isolation actor: isolated (any Actor)?
        ) async throws(APIError) -> EventParser.Event? {
            do {
                while true {
                    let event = try parser.next(in: piece, at: &index)
                    stream.position.withLock { $0 = (parser.lastEventID, parser.retry) }
                    if let event { return event }
                    guard let data = try await bytes.next(isolation: actor) else { return nil }
                    piece = Array(data)
                    index = 0
                }
            } catch {
                throw response.error(error)
            }
        }

        /// Waits and sends the call again.
        private mutating func reconnect(
            after pause: Duration, isolation actor: isolated (any Actor)?
        ) async throws(APIError) {
            do {
                try await (stream.reconnection?.wait ?? response.clock.sleep)(pause)
            } catch {
                throw response.error(error)
            }
            failed += 1
            response = try await stream.response.reopen(after: parser.lastEventID)
            bytes = response.body
            parser.restart()
            piece = []
            index = 0
        }
    }
}

/// Redacted because it contains a piece of the body.
extension EventStream.Events: RedactedStringConvertible {}
