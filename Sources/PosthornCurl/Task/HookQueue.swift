import Posthorn

/// What a task's hooks have still to hear, in the order in which it happened.
///
/// The loop's thread and the task put things into it; one runner takes them out.
final class HookQueue: Sendable {
    /// One call of hooks, or the turn of a hook that the task calls by itself.
    enum Item: Sendable {
        case progress(TransferProgress)
        case informational(TransportHead)
        case needsNewBody
        /// The head of an answer came, on which a hook may have to decide.
        case head
        /// The hook let the answer in.
        case allowed
        /// Resumed when all before it was heard, with what is to be resumed after it.
        case turn(CheckedContinuation<CheckedContinuation<Void, Never>, Never>)
    }

    private let items = Locked<[Item]>([])
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    init() {
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Puts something in; counts that nobody heard yet give way to newer ones, so that a slow hook keeps
    /// nothing but the newest.
    func post(_ item: Item) {
        items.withLock { items in
            if case .progress = item, case .progress = items.last { items.removeLast() }
            items.append(item)
        }
        waker.yield()
    }

    /// Nothing more comes.
    func end() { waker.finish() }

    /// Gives all that comes to a closure, one after the other, until ``end()``.
    func forEach(_ hear: (Item) async -> Void) async {
        for await _ in wakes { await hearAll(hear) }
        await hearAll(hear)
    }

    private func hearAll(_ hear: (Item) async -> Void) async {
        while case let batch = items.withLock({ items in items.take() }), !batch.isEmpty {
            for item in batch { await hear(item) }
        }
    }

    /// Calls a hook when all before it was heard, and holds back what comes meanwhile.
    func inTurn<Answer: Sendable>(_ hook: () async -> Answer) async -> Answer {
        let end = await withCheckedContinuation { post(.turn($0)) }
        defer { end.resume() }
        return await hook()
    }
}

extension [HookQueue.Item] {
    /// All of them, leaving none.
    fileprivate mutating func take() -> Self {
        defer { self = [] }
        return self
    }
}
