import Synchronization

/// The events of a session or of one task, from the creation of the sequence on.
///
/// Each sequence has its own buffer. If its reader is too slow, the oldest events are dropped and counted;
/// the session never waits for a reader. Of several consecutive progress events of one task only the newest
/// is kept. A sequence ends with its session or task.
public struct SessionEvents: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// The type of the elements.
    public typealias Element = SessionEvent
    /// The sequence never throws.
    public typealias Failure = Never

    let subscription: EventSubscription

    /// The number of events dropped so far because the reader was too slow.
    public var dropped: Int { subscription.queue.dropped }

    /// Returns the sequence, which is its own iterator.
    public func makeAsyncIterator() -> SessionEvents { self }

    /// Returns the next event; `nil` at the end, and if the reading task is cancelled.
    public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
    ) async -> SessionEvent? {
        await subscription.queue.next(isolation: actor)
    }
}

// Reflection must not read the buffer, because other threads change it.
extension SessionEvents: RedactedStringConvertible {}

/// Unsubscribes a queue from its hub when the last reader is released.
final class EventSubscription: Sendable {
    let queue: EventQueue
    private let hub: EventHub

    init(_ queue: EventQueue, _ hub: EventHub) {
        self.queue = queue
        self.hub = hub
    }

    deinit { hub.remove(queue) }
}

/// A buffer of unread events.
final class EventQueue: Sendable {
    /// The events that a queue receives.
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

    /// Ends the queue; buffered events can still be read.
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

/// Delivers the events of a session or of a task to its readers.
final class EventHub: Sendable {
    private struct State {
        var queues: [EventQueue] = []
        var isEnded = false
    }

    private let state = Locked(State())
    private let readers = Atomic<Int>(0)
    private let readersOfProgress = Atomic<Int>(0)

    /// Whether there is a reader; costs one atomic load.
    var hasReaders: Bool { readers.load(ordering: .relaxed) > 0 }
    var hasProgressReaders: Bool { readersOfProgress.load(ordering: .relaxed) > 0 }

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
