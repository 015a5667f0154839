public import FoundationEssentials

/// An event of a session; see ``CurlSession/events``.
///
/// Later versions may add cases, so keep a `default` in your switch statements.
public enum SessionEvent: Sendable {
    /// A task waits because of ``TransferLimits``.
    case taskWaiting(SessionTask.ID)
    /// The event loop has started a task's transfer.
    case taskStarted(SessionTask.ID)
    /// A task was started or resumed by ``SessionTask/resume()``.
    case taskResumed(SessionTask.ID)
    /// A task was suspended.
    case taskSuspended(SessionTask.ID)
    /// A task follows a redirect.
    indirect case redirected(SessionTask.ID, RedirectPolicy.Hop)
    /// An interim response (1xx) was received.
    indirect case interimResponse(SessionTask.ID, TransportResponse)
    /// The head of a response was received.
    indirect case responseReceived(SessionTask.ID, TransportResponse)
    /// A request body is sent again from its start.
    case bodyRestarted(SessionTask.ID)
    /// About 64 KiB more of a body were sent or received, or the transfer has ended.
    ///
    /// Reported by ``SessionTask/events``, and on request by
    /// ``CurlSession/events(buffering:includesProgress:)``.
    case progress(SessionTask.ID, TransferProgress)
    /// A data task continues as a download to this file.
    case becameDownload(SessionTask.ID, to: URL)
    /// A download resumes at an offset in bytes; the total length is `nil` if it is unknown.
    case downloadResumed(SessionTask.ID, offset: Int, total: Int?)
    /// A download could not resume and starts again from the first byte.
    case downloadRestarted(SessionTask.ID)
    /// The file of a download was moved to its destination.
    case downloadMoved(SessionTask.ID, to: URL)
    /// The file of a download could not be moved to its destination; the task fails with this error.
    indirect case downloadMoveFailed(SessionTask.ID, to: URL, TransportError)
    /// A client identity's changed files were read; new connections use the new certificate.
    case identityReplaced(path: String)
    /// A client identity's changed files can't be used, for example while they are being written.
    ///
    /// New connections use the previous certificate. The error is reported once per problem.
    indirect case identityNotReplaced(TransportError)
    /// A task has ended; its value was delivered before this event.
    indirect case taskCompleted(SessionTask.Completion)
    /// All tasks have ended after ``CurlSession/Shutdown/drain``.
    case sessionDrained(session: UInt64)
    /// The session was shut down; this is the last event.
    ///
    /// If a session is released without ``CurlSession/shutdown(_:)``, the events end without it.
    case sessionInvalidated(session: UInt64)
}

extension SessionTask {
    /// The outcome of a task.
    public struct Completion: Sendable {
        /// The identifier of the task.
        public let task: SessionTask.ID
        /// The kind of the task.
        public let kind: SessionTask.Kind
        /// The request with which the task was created.
        public let request: TransportRequest
        /// The ``SessionTask/label`` of the task.
        public let label: String
        /// The error of the task.
        ///
        /// `nil` if it succeeded.
        public let error: TransportError?
        /// The head of the response.
        ///
        /// `nil` if none was received.
        public let response: TransportResponse?
        /// The location of the downloaded file.
        ///
        /// `nil` if there is none.
        public let file: URL?
        /// The body of a data task, as its caller received it.
        ///
        /// `nil` unless ``SessionConfiguration/includesBodiesInEvents`` is set, if there was no response, and for
        /// streams and downloads.
        public let body: Data?
        /// The progress of the last exchange.
        public let progress: TransferProgress
        /// The number of times that the request was sent.
        public let attempts: Int
        /// The metrics of the last exchange.
        ///
        /// `nil` if there was none.
        public let metrics: TransportMetrics?

        init(_ task: SessionTask, _ error: TransportError?) {
            self.task = task.id
            kind = task.kind
            request = task.originalRequest
            self.error = error
            let storage = task.storage.withLock { $0 }
            label = storage.label
            response = storage.response
            file = storage.file?.url
            body = storage.body
            progress = storage.progress
            attempts = storage.attempts
            metrics = storage.metrics
        }
    }
}

extension SessionTask.Completion: RedactedStringConvertible {
    /// The task, its redacted request and the code of its error, if it failed.
    public var description: String {
        "\(kind) task \(task), \(request): \(error?.code.rawValue ?? "completed")"
    }
}
