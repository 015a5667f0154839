public import FoundationEssentials
public import Posthorn

/// Something that happened in a session; see ``CurlSession/events``.
///
/// There will be more cases: keep a `default` where you switch over them.
public enum SessionEvent: Sendable {
    /// A task waits for its turn; see ``TransferLimits``.
    case taskWaiting(TaskID)
    /// The loop began to work for a task.
    case taskStarted(TaskID)
    /// A task was told to go on, or to begin.
    case taskResumed(TaskID)
    /// A task was told to wait.
    case taskSuspended(TaskID)
    /// A redirect is followed.
    case redirected(TaskID, RedirectHop)
    /// An interim response came.
    case informational(TaskID, TransportHead)
    /// The head of a response came.
    case responseReceived(TaskID, TransportHead)
    /// A body is sent from its start once more.
    case bodyRestarted(TaskID)
    /// About 64 KiB more of a body were sent or received, or the transfer has ended.
    ///
    /// Told by ``SessionTask/events``, and by ``CurlSession/events(buffering:includesProgress:)`` if asked for.
    case progress(TaskID, TransferProgress)
    /// A data task goes on as a download to this path.
    case becameDownload(TaskID, path: String)
    /// A download goes on at an offset; the total is `nil` if it is not known.
    case downloadResumed(TaskID, offset: Int, total: Int?)
    /// A download could not go on where it was and began anew.
    case downloadRestarted(TaskID)
    /// The file of a download stands at its destination.
    case downloadMoved(TaskID, path: String)
    /// The file of a download could not be put at its destination; the task fails with this error.
    case downloadMoveFailed(TaskID, path: String, TransportError)
    /// A task has ended; its value was given before.
    case taskCompleted(TaskCompletion)
    /// All tasks have ended, because the session was drained.
    case sessionDrained(session: UInt64)
    /// The session was shut down; the last event.
    ///
    /// Where a session is dropped without ``CurlSession/shutdown(_:)`` the events end without it.
    case sessionInvalidated(session: UInt64)
}

/// How a task ended.
public struct TaskCompletion: Sendable {
    /// The task.
    public let task: TaskID
    /// What it was for.
    public let kind: SessionTask.Kind
    /// The request that it was made for.
    public let request: TransportRequest
    /// The text that its maker gave it.
    public let label: String
    /// What went wrong.
    ///
    /// `nil` if nothing did.
    public let error: TransportError?
    /// The head of the response.
    ///
    /// `nil` if none came.
    public let response: TransportHead?
    /// The file that a download wrote.
    ///
    /// `nil` if there is none.
    public let file: String?
    /// The body of a data task, as its caller got it.
    ///
    /// `nil` unless ``SessionConfiguration/includesBodiesInEvents`` says so, and without a response. For a file
    /// or a stream it is `nil` too.
    public let body: Data?
    /// How many bytes went each way in the last exchange.
    public let progress: TransferProgress
    /// How often the request went out.
    public let attempts: Int
    /// What the last exchange cost.
    ///
    /// `nil` if none was made.
    public let metrics: TransportMetrics?

    init(_ task: SessionTask, _ error: TransportError?) {
        self.task = task.id
        kind = task.kind
        request = task.originalRequest
        self.error = error
        let board = task.board.withLock { $0 }
        label = board.label
        response = board.response
        file = board.file?.path
        body = board.body
        progress = board.progress
        attempts = board.attempts
        metrics = board.metrics
    }
}

extension TaskCompletion: RedactedStringConvertible {
    /// The task, its request and how it ended, without values.
    public var description: String {
        "\(kind) task \(task), \(request): \(error?.code.rawValue ?? "completed")"
    }
}
