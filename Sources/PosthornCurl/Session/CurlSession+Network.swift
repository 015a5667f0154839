extension CurlSession {
    /// Reacts to each change of the machine's network until the session or the sequence ends.
    ///
    /// ```swift
    /// try PathMonitor.shared.start()
    /// session.follow(PathMonitor.shared.changes)
    /// ```
    ///
    /// After a change, the session:
    /// - closes the idle connections that the kernel would no longer open from the same local address, and those
    ///   from addresses that were lost or interrupted;
    /// - looks up the names of hosts again;
    /// - starts transfers again that look a name up, or connect from such an address;
    /// - repeats transfers whose local address is lost, if they are `TransportRequest.isRepeatable`, their body can be
    ///   read again, and the caller has received no part of the response. A repeated transfer waits for a further
    ///   change if there is no route, up to its connect timeout. Others fail at once, with `notRepeated` or
    ///   `connectionLost`.
    ///
    /// Transfers over an address that the machine still has continue. Call it once for each session.
    public func follow(_ changes: some AsyncSequence<NetworkChange, Never> & Sendable) {
        let task = Task { [loop] in
            for await change in changes {
                guard loop.inbox.post(.adapt(change)) else { return }
            }
        }
        followers.add(task)
    }

    /// Reacts to one change of the machine's network, as ``follow(_:)`` does.
    public func adapt(to change: NetworkChange) { loop.post(.adapt(change)) }
}

/// The tasks that follow the changes of a network, until the session ends.
final class NetworkFollowers: Sendable {
    private struct State {
        var tasks: [Task<Void, Never>] = []
        var isOver = false
    }

    private let state = Locked(State())

    func add(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.tasks.append(task) }
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    func cancel() {
        let tasks = state.withLock { state in
            state.isOver = true
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }
}
