public import Posthorn

/// The handle of one transfer: what it does, and how to hold, speed up or end it.
///
/// A session's `task(…)` methods make it, and ``TransferTask/value`` gives what it is for. A task does nothing before its value is awaited or ``resume()`` is called.
/// From then on it runs to its end, also when nobody holds it; it keeps its session alive meanwhile.
///
/// The class has one subclass, and none outside of this module.
///
/// SAFETY: all properties are constants of Sendable types, here and in the subclass.
public class SessionTask: @unchecked Sendable, Identifiable {
    /// What a task is for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The whole response in memory.
        case data
        /// The response as a stream.
        case stream
        /// The response in a file.
        case download
    }

    /// The task's name.
    public let id: TaskID
    /// What the task is for.
    public let kind: Kind
    /// The request that the task was made for.
    public let originalRequest: TransportRequest
    let session: CurlSession
    let board: Locked<TaskStorage>

    init(_ kind: Kind, _ request: TransportRequest, _ session: CurlSession) {
        id = session.nextTaskID()
        self.kind = kind
        originalRequest = request
        self.session = session
        var board = TaskStorage(request)
        board.isWatched = session.hub.isProgressHeard
        self.board = Locked(board)
        session.registry.insert(self)
    }

    deinit {
        session.registry.remove(id)
        // Of a task that was never started; that of any other has ended.
        board.withLock { $0.hub }?.end()
    }

    /// Runs the task, once.
    func launch() {}
    /// Ends a task that was never launched.
    func abort(_ error: TransportError) {}

    /// Waits until the task has its outcome, and has reported its progress.
    package func hasEnded() async {}

    /// Where the task stands.
    public var state: TaskState { board.withLock { $0.state } }

    /// The request that is sent now: the original one, or what a redirect or a resumed part made of
    /// it.
    public var currentRequest: TransportRequest { board.withLock { $0.currentRequest } }

    /// A text of the caller's, for logs.
    ///
    /// The default is empty.
    public var label: String {
        get { board.withLock { $0.label } }
        set { board.withLock { $0.label = newValue } }
    }

    /// How much the task matters beside the others.
    ///
    /// The default is that of the request, or ``TransferPriority/normal``. Changing it counts at once.
    public var priority: TransferPriority {
        get { board.withLock { $0.priority } }
        set {
            board.withLock { $0.priority = newValue }
            adjust()
        }
    }

    /// The head of the response.
    ///
    /// `nil` before it has come.
    public var response: TransportHead? { board.withLock { $0.response } }

    /// The redirects that were followed so far, the first one first.
    public var redirects: [RedirectHop] { board.withLock { $0.redirects } }

    /// The interim responses that came before the head, such as 103 Early Hints, in their order.
    public var informational: [TransportHead] { board.withLock { $0.informational } }

    /// The trailer fields, once the body has ended.
    public var trailers: HTTPFields { board.withLock { $0.trailers } }

    /// How often the request went out: more than once after a redirect, a resumed part or a
    /// connection that had died.
    public var attempts: Int { board.withLock { $0.attempts } }

    /// What the last exchange cost, once it has ended.
    public var metrics: TransportMetrics? { board.withLock { $0.metrics } }

    /// Starts a new task, or lets a suspended one go on; else nothing.
    public func resume() {
        let (isChanged, launches) = board.withLock { board in
            guard board.state == .created || board.state == .suspended, !board.isCancelled else {
                return (false, false)
            }
            let launches = !board.isLaunched
            board.isLaunched = true
            board.enter(board.isOnLoop ? .running : .queued)
            return (true, launches)
        }
        guard isChanged else { return }
        emit(.taskResumed(id))
        launches ? launch() : adjust()
    }

    /// Holds the transfer: nothing more is sent or read until ``resume()``.
    ///
    /// The server's and the network's buffers fill up, and time limits go on counting. A task that
    /// is suspended already, or has ended, stays as it is.
    public func suspend() {
        guard board.withLock({ $0.enter(.suspended) }) else { return }
        emit(.taskSuspended(id))
        adjust()
    }

    /// Ends the task with the code ``TransportError/Code/cancelled``.
    ///
    /// - Parameter reason: Added to the error's message. `nil` adds nothing. A task that has ended
    ///   keeps its outcome.
    public func cancel(reason: String? = nil) {
        let (runner, isUnborn) = board.withLock { board in
            guard !board.state.isFinal, !board.isCancelled else {
                return (nil as Task<Void, Never>?, false)
            }
            board.isCancelled = true
            board.reason = reason
            return (board.runner, !board.isLaunched)
        }
        runner?.cancel()
        if isUnborn { abort(cancellation(.cancelled)) }
    }

    /// Ends the transfer that runs, if there is one.
    func endTransfer() {
        if let transfer = board.withLock({ $0.transfer }) { session.loop.post(.cancel(transfer)) }
    }

    /// Tells the loop to look at what the task wants now.
    func adjust() {
        if let transfer = board.withLock({ $0.transfer }) { session.loop.post(.adjust(transfer)) }
    }
}

extension SessionTask: RedactedStringConvertible {
    /// Kind, name, state and what the request's own description shows.
    public var description: String { "\(kind) task \(id), \(state): \(currentRequest)" }
}
