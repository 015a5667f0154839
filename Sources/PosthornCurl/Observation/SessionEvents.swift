public import Posthorn
import Synchronization

/// The events of a session, from the moment at which the sequence was had.
///
/// Each reader has a sequence of its own, with room for a number of events: when it reads too
/// slowly the oldest ones are dropped and counted, and nobody waits for it. It ends with the session.
public struct SessionEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = SessionEvent
    /// It never fails.
    public typealias Failure = Never

    let stream: AsyncStream<SessionEvent>
    let listener: EventHub.Listener

    /// How many events were dropped so far because this reader was too slow.
    public var dropped: Int { listener.dropped.load(ordering: .relaxed) }

    /// Creates an iterator.
    public func makeAsyncIterator() -> AsyncStream<SessionEvent>.Iterator {
        stream.makeAsyncIterator()
    }
}

// The buffer changes on other threads, where reflection must not read it.
extension SessionEvents: RedactedStringConvertible {}

/// Gives a session's events to those who listen.
final class EventHub: Sendable {
    final class Listener: Sendable {
        let dropped = Atomic<Int>(0)
        let continuation: AsyncStream<SessionEvent>.Continuation

        init(_ continuation: AsyncStream<SessionEvent>.Continuation) {
            self.continuation = continuation
        }
    }

    private struct State {
        var listeners: [Listener] = []
        var isEnded = false
    }

    private let state = Locked(State())
    private let count = Atomic<Int>(0)

    /// Whether anybody listens; costs one load.
    var isHeard: Bool { count.load(ordering: .relaxed) > 0 }

    func emit(_ event: SessionEvent) {
        for listener in state.withLock({ $0.listeners }) {
            if case .dropped = listener.continuation.yield(event) {
                listener.dropped.add(1, ordering: .relaxed)
            }
        }
    }

    func listen(buffering limit: Int) -> SessionEvents {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SessionEvent.self, bufferingPolicy: .bufferingNewest(limit))
        let listener = Listener(continuation)
        let isEnded = state.withLock { state in
            if !state.isEnded { state.listeners.append(listener) }
            return state.isEnded
        }
        if isEnded {
            continuation.finish()
        } else {
            count.add(1, ordering: .relaxed)
            continuation.onTermination = { [weak self, weak listener] _ in
                if let listener { self?.remove(listener) }
            }
        }
        return SessionEvents(stream: stream, listener: listener)
    }

    /// Ends all sequences; later ones end at once.
    func end() {
        let listeners = state.withLock { state in
            state.isEnded = true
            return state.listeners
        }
        for listener in listeners { listener.continuation.finish() }
    }

    private func remove(_ listener: Listener) {
        let isRemoved = state.withLock { state in
            let count = state.listeners.count
            state.listeners.removeAll { $0 === listener }
            return state.listeners.count < count
        }
        if isRemoved { count.subtract(1, ordering: .relaxed) }
    }
}
