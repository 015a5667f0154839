/// The tasks of a session that have not ended.
///
/// The references are weak: a running task is retained by its own work, a new one by its creator.
final class TaskRegistry: Sendable {
    private struct Entry {
        weak var task: SessionTask?
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        /// The number of launched tasks that have not ended.
        var running = 0
        var isClosed = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func insert(_ task: SessionTask) {
        state.withLock { $0.entries[task.id.number] = Entry(task: task) }
    }

    /// Removes a task; has no effect if it was removed before.
    func remove(_ id: SessionTask.ID) {
        state.withLock { _ = $0.entries.removeValue(forKey: id.number) }
    }

    /// Counts a task as running; returns `false` if the session accepts no more tasks.
    func launch() -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.running += 1
            return true
        }
    }

    func settled() {
        let waiters = state.withLock { state in
            state.running -= 1
            guard state.running == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func close() { state.withLock { $0.isClosed = true } }

    func idle() async {
        await withCheckedContinuation { waiter in
            let isIdle = state.withLock { state in
                if state.running > 0 { state.waiters.append(waiter) }
                return state.running == 0
            }
            if isIdle { waiter.resume() }
        }
    }

    var tasks: [SessionTask] {
        let entries = state.withLock { state in Array(state.entries.values) }
        return entries.compactMap(\.task).sorted { $0.id.number < $1.id.number }
    }

    subscript(id: SessionTask.ID) -> SessionTask? { state.withLock { $0.entries[id.number]?.task } }
}
