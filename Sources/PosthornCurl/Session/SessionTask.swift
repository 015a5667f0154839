/// A task of a session: the state, the exchanges and the events of one call.
///
/// The `task(…)` methods of a session and of a typed service return a `CallTask`, which has the result; its
/// `sessionTask` is this object. ``CurlSession/tasks`` lists the tasks that have not ended. A task does nothing
/// before the value of its handle is awaited or ``resume()`` is called. From then on it runs to its end, even if
/// nothing references it. A running task keeps its session alive.
public class SessionTask: Identifiable,
    // SAFETY: all properties are constants of Sendable types, here and in both subclasses, which are in this module.
    @unchecked Sendable
{
    /// The kinds of tasks, by the form of their result.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Returns the complete response in memory.
        case data
        /// Returns the response with its body as a stream.
        case stream
        /// Writes the response to a file.
        case download
    }

    /// The identifier of the task.
    public let id: SessionTask.ID
    /// The kind of the task.
    public let kind: Kind
    /// The request with which the task was created.
    public let originalRequest: TransportRequest
    let session: CurlSession
    let storage: Locked<TaskStorage>

    init(_ kind: Kind, _ request: TransportRequest, _ session: CurlSession) {
        id = session.nextTaskID()
        self.kind = kind
        originalRequest = request
        self.session = session
        var storage = TaskStorage(request)
        storage.isWatched = session.hub.hasProgressReaders
        self.storage = Locked(storage)
        session.registry.insert(self)
    }

    deinit {
        session.registry.remove(id)
        // Only a task that never started still has open event sequences here.
        storage.withLock { $0.hub }?.end()
    }

    /// Starts the task's work; called once.
    func launch() {}
    /// Ends a task that was never launched.
    func abort(_ error: TransportError) {}
    /// Stops the work of a launched task that was cancelled.
    func stopWork() {}
    /// Ends the task of a typed call if it has not ended; `nil` means success.
    package func end(_ error: TransportError?) {}

    /// Waits until the request's closure has received the last progress.
    package func waitForLastProgress() async { await storage.withLock { $0.reporter }?.value }

    /// The state of the task.
    public var state: SessionTask.State { storage.withLock { $0.state } }

    /// The request of the current exchange.
    ///
    /// It differs from ``originalRequest`` after a redirect, and when a download resumes.
    public var currentRequest: TransportRequest { storage.withLock { $0.currentRequest } }

    /// A text for the caller's logs.
    ///
    /// The default is empty.
    public var label: String {
        get { storage.withLock { $0.label } }
        set { storage.withLock { $0.label = newValue } }
    }

    /// The priority of the task over other tasks of the session.
    ///
    /// The default is the request's priority, or `TransferOptions.Priority.normal`. A change takes effect at once.
    public var priority: TransferOptions.Priority {
        get { storage.withLock { $0.priority } }
        set {
            storage.withLock { $0.priority = newValue }
            adjust()
        }
    }

    /// The head of the response.
    ///
    /// `nil` until it is received.
    public var response: TransportResponse? { storage.withLock { $0.response } }

    /// The redirects that the task has followed so far, in order.
    public var redirects: [RedirectPolicy.Hop] { storage.withLock { $0.redirects } }

    /// The interim responses received so far, such as 103 Early Hints, in order.
    public var interimResponses: [TransportResponse] { storage.withLock { $0.informational } }

    /// The trailer fields of the response; empty until the body has ended.
    public var trailers: HTTPFields { storage.withLock { $0.trailers } }

    /// The number of times that the request was sent.
    ///
    /// It exceeds 1 after a redirect, a new credential, a resumed download or a retry on a new connection.
    public var attempts: Int { storage.withLock { $0.attempts } }

    /// The metrics of the last exchange; `nil` until it has ended.
    public var metrics: TransportMetrics? { storage.withLock { $0.metrics } }

    /// Starts a new task or resumes a suspended one; otherwise does nothing.
    public func resume() {
        let (isChanged, launches) = storage.withLock { storage in
            guard storage.state == .created || storage.state == .suspended, !storage.isCancelled
            else { return (false, false) }
            let launches = !storage.isLaunched
            storage.isLaunched = true
            storage.enter(storage.isOnLoop ? .running : .queued)
            return (true, launches)
        }
        guard isChanged else { return }
        emit(.taskResumed(id))
        launches ? launch() : adjust()
    }

    /// Suspends the transfer: nothing is sent or received until ``resume()`` is called.
    ///
    /// The buffers of the server and of the network fill up meanwhile. The total timeout keeps running. The
    /// first-byte and idle timeouts do not, and the queue and connect timeouts start anew after the suspension.
    /// Suspending a suspended or ended task has no effect.
    public func suspend() {
        guard storage.withLock({ $0.enter(.suspended) }) else { return }
        emit(.taskSuspended(id))
        adjust()
    }

    /// Cancels the task; it fails with the code `TransportError.Code.cancelled`.
    ///
    /// A task that has ended keeps its outcome.
    /// - Parameter reason: A text that is added to the error's message. The default, `nil`, adds nothing.
    public func cancel(reason: String? = nil) {
        let isLaunched = storage.withLock { storage -> Bool? in
            guard !storage.state.isFinal, !storage.isCancelled else { return nil }
            storage.isCancelled = true
            storage.reason = reason
            return storage.isLaunched
        }
        guard let isLaunched else { return }
        isLaunched ? stopWork() : abort(cancellation(.cancelled))
    }

    /// Makes the task final; `false` if it was.
    @discardableResult
    func enterFinalState(_ error: TransportError?) -> Bool {
        defer { session.registry.remove(id) }
        return storage.withLock { storage in
            // Breaks the reference cycle between the task and its runner.
            storage.runner = nil
            storage.enter(.finishing)
            return storage.enter(error?.code == .cancelled ? .cancelled : .finished)
        }
    }

    func endTransfer() {
        if let transfer = storage.withLock({ $0.transfer }) { session.loop.post(.cancel(transfer)) }
    }

    /// Makes the loop apply a change of the task's priority, suspension or observation.
    func adjust() {
        if let transfer = storage.withLock({ $0.transfer }) { session.loop.post(.adjust(transfer)) }
    }
}

// What the handle of a call does with its task.
extension SessionTask: CallControl {
    package func start() { if state == .created { resume() } }
    package var task: (any AttachedTask)? { self }
    package var requestedPriority: TransferOptions.Priority? {
        get { priority }
        set { priority = newValue ?? originalRequest.options.priority ?? .normal }
    }
}

extension SessionTask: RedactedStringConvertible {
    /// The kind, the identifier and the state of the task, and the redacted description of its request.
    public var description: String { "\(kind) task \(id), \(state): \(currentRequest)" }
}
