/// Where a task stands.
public enum TaskState: String, Sendable, Hashable, CaseIterable {
    /// It was made and nothing has been done for it.
    case created
    /// It was started and waits for the session's loop.
    case queued
    /// The loop works for it.
    case running
    /// It was told to wait.
    case suspended
    /// All bytes are there, and what is left is done: a file takes its name, hooks are called.
    case finishing
    /// It has its value, or failed.
    case finished
    /// It was cancelled before it had its value.
    case cancelled

    /// Whether a task in this state may enter another one.
    ///
    /// No state leads to itself; nothing follows ``finished`` and ``cancelled``.
    public func canBecome(_ next: TaskState) -> Bool {
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
