import PosthornCore

/// Wakes tasks that wait for a change.
final class Changes: Sendable {
    private struct Content {
        var count = 0
        var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
        var next = 0
    }

    private let content = Locked(Content())

    /// The number of changes so far.
    var count: Int { content.withLock { $0.count } }

    /// Wakes all tasks that wait.
    func fire() {
        let waiters = content.withLock { content in
            content.count += 1
            defer { content.waiters = [:] }
            return Array(content.waiters.values)
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Returns at the first change after a count, or when the time has passed.
    ///
    /// - Throws: `CancellationError`.
    func wait(after count: Int, atMost time: Duration, by clock: CallClock) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await clock.sleep(time) }
            group.addTask { await self.change(after: count) }
            try await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
    }

    private func change(after count: Int) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let id = content.withLock { content -> Int? in
            guard content.count == count else { return nil }
            content.next += 1
            content.waiters[content.next] = continuation
            return content.next
        }
        guard let id else { return }
        for await _ in stream {}
        content.withLock { $0.waiters[id] = nil }
    }
}
