extension SessionTask {
    /// The state of a task.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// The task was created but not started.
        case created
        /// The task was started and waits for the session's event loop.
        case queued
        /// The event loop is performing the transfer.
        case running
        /// The task is suspended.
        case suspended
        /// All bytes are received; a file is being moved, or hooks are running.
        case finishing
        /// The task has its result or has failed.
        case finished
        /// The task was cancelled before it had its result.
        case cancelled

        /// Returns whether a task in this state may enter another one.
        ///
        /// No state may follow itself, and none may follow ``finished`` or ``cancelled``.
        public func canBecome(_ next: SessionTask.State) -> Bool {
            switch self {
            case .created: [.queued, .suspended, .cancelled].contains(next)
            case .queued: [.running, .suspended, .finishing, .cancelled].contains(next)
            case .running: [.suspended, .finishing, .cancelled].contains(next)
            case .suspended: [.queued, .running, .finishing, .cancelled].contains(next)
            case .finishing: [.finished, .cancelled].contains(next)
            case .finished, .cancelled: false
            }
        }

        /// Whether the task has ended.
        public var isFinal: Bool { self == .finished || self == .cancelled }
    }
}
