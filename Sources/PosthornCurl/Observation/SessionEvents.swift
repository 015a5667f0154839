public import Posthorn
import Synchronization

/// The events of a session or of one task, from the moment at which the sequence was made.
///
/// Each sequence has a buffer of its own. When its reader is too slow, the oldest events are dropped and counted,
/// and nobody waits for the reader. Of several counts of one task in a row only the newest is kept. A sequence
/// ends with its session or task.
public struct SessionEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = SessionEvent
    /// It never fails.
    public typealias Failure = Never

    /// Reads the events of one sequence.
    public struct Iterator: AsyncIteratorProtocol {
        let subscription: EventSubscription

        /// The next event; `nil` at the end, and when the reading task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> SessionEvent? {
            await subscription.queue.next(isolation: actor)
        }
    }

    let subscription: EventSubscription

    /// How many events were dropped so far because this reader was too slow.
    public var dropped: Int { subscription.queue.dropped }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }
}

// The buffer changes on other threads, where reflection must not read it.
extension SessionEvents: RedactedStringConvertible {}
extension SessionEvents.Iterator: RedactedStringConvertible {}

/// Ends the delivery of events when the last reader drops it.
final class EventSubscription: Sendable {
    let queue: EventQueue
    private let hub: EventHub

    init(_ queue: EventQueue, _ hub: EventHub) {
        self.queue = queue
        self.hub = hub
    }

    deinit { hub.remove(queue) }
}

/// Events that wait for their reader.
final class EventQueue: Sendable {
    /// Which events a reader gets.
    enum Scope { case allButProgress, all, progress }

    private struct State {
        var events: [SessionEvent] = []
        var dropped = 0
    }

    let scope: Scope
    private let limit: Int
    private let state = Locked(State())
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    init(_ scope: Scope, limit: Int) {
        self.scope = scope
        self.limit = limit
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var dropped: Int { state.withLock { $0.dropped } }

    func post(_ event: SessionEvent) {
        state.withLock { state in
            if case .progress(let id, _) = event, case .progress(id, _)? = state.events.last {
                state.events.removeLast()
            } else if state.events.count == limit {
                state.events.removeFirst()
                state.dropped += 1
            }
            state.events.append(event)
        }
        waker.yield()
    }

    /// Nothing more comes.
    func end() { waker.finish() }

    func next(isolation actor: isolated (any Actor)?) async -> SessionEvent? {
        var wakes = wakes.makeAsyncIterator()
        while true {
            if let event = take() { return event }
            if await wakes.next(isolation: actor) == nil { return take() }
        }
    }

    private func take() -> SessionEvent? {
        state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    }
}

/// Delivers the events of a session or of a task.
final class EventHub: Sendable {
    private struct State {
        var queues: [EventQueue] = []
        var isEnded = false
    }

    private let state = Locked(State())
    private let readers = Atomic<Int>(0)
    private let readersOfProgress = Atomic<Int>(0)

    /// Whether anybody reads; costs one load.
    var isHeard: Bool { readers.load(ordering: .relaxed) > 0 }
    /// Whether anybody reads how far transfers are.
    var isProgressHeard: Bool { readersOfProgress.load(ordering: .relaxed) > 0 }

    func emit(_ event: SessionEvent) {
        let isProgress = if case .progress = event { true } else { false }
        for queue in state.withLock({ $0.queues })
        where queue.scope == .all || isProgress == (queue.scope == .progress) { queue.post(event) }
    }

    func listen(_ scope: EventQueue.Scope, buffering limit: Int) -> SessionEvents {
        let queue = EventQueue(scope, limit: limit)
        let isEnded = state.withLock { state in
            if !state.isEnded { state.queues.append(queue) }
            return state.isEnded
        }
        isEnded ? queue.end() : count(queue, 1)
        return SessionEvents(subscription: EventSubscription(queue, self))
    }

    /// Ends the sequences of progress alone.
    func endProgress() {
        for queue in state.withLock({ $0.queues }) where queue.scope == .progress { queue.end() }
    }

    /// Ends all sequences; later ones end at once.
    func end() {
        let queues = state.withLock { state in
            state.isEnded = true
            return state.queues
        }
        for queue in queues { queue.end() }
    }

    func remove(_ queue: EventQueue) {
        let isRemoved = state.withLock { state in
            let count = state.queues.count
            state.queues.removeAll { $0 === queue }
            return state.queues.count < count
        }
        if isRemoved { count(queue, -1) }
    }

    private func count(_ queue: EventQueue, _ change: Int) {
        readers.add(change, ordering: .relaxed)
        if queue.scope != .allButProgress { readersOfProgress.add(change, ordering: .relaxed) }
    }
}
