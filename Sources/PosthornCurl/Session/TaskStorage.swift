import FoundationEssentials

/// The mutable state of a task, protected by its lock.
struct TaskStorage: Sendable {
    private(set) var state = SessionTask.State.created
    var isLaunched = false
    var isCounted = false
    var isCancelled = false
    var reason: String?
    var runner: Task<Void, Never>?
    /// Calls the request's progress closure; `nil` if there is none.
    var reporter: Task<Void, Never>?
    /// Whether the call of the task has ended, and only the closure may not have its last progress.
    var isEnding = false

    var label = ""
    var priority = TransferOptions.Priority.normal
    var currentRequest: TransportRequest
    var response: TransportResponse?
    var redirects: [RedirectPolicy.Hop] = []
    var informational: [TransportResponse] = []
    var trailers = HTTPFields()
    var attempts = 0
    var metrics: TransportMetrics?
    var resumeData: ResumeData?
    var challengeHandler:
        (@Sendable (AuthenticationChallenge) async -> AuthenticationChallenge.Disposition)?
    var trustHandler: (@Sendable (ServerTrust) async -> ServerTrust.Disposition)?
    var file: DownloadedFile?
    /// The body that the task's caller received, if events include bodies.
    var body: Data?

    /// The number of the task's current transfer on the loop; `nil` between exchanges.
    var transfer: UInt64?
    /// Whether libcurl has the transfer.
    var isOnLoop = false
    /// Whether the most recent exchange has a request body.
    var hasSentBody = false

    var progress = TransferProgress()
    /// The size in bytes of a download's partial file before the current exchange.
    var kept = 0
    /// The length in bytes of a download's file that was already complete; `nil` for any other.
    var whole: Int?
    /// Whether the loop counts bytes for the task.
    var isWatched = false
    /// Delivers the events of this task; `nil` until something observes them.
    private(set) var hub: EventHub?

    init(_ request: TransportRequest) {
        currentRequest = request
        if let own = request.options.priority { priority = own }
    }

    /// Creates a sequence of the task's events; it is empty if the task has ended.
    mutating func listen(_ scope: EventQueue.Scope, buffering limit: Int) -> SessionEvents {
        let hub = hub ?? EventHub()
        self.hub = hub
        if state.isFinal { hub.end() }
        return hub.listen(scope, buffering: limit)
    }

    /// Records the progress of the current exchange, plus the bytes of a partial file.
    mutating func note(_ exchange: TransferProgress) {
        progress = exchange
        progress.received += kept
        progress.totalBytesToReceive = progress.totalBytesToReceive.map { $0 + kept }
        if let whole { (progress.received, progress.totalBytesToReceive) = (whole, whole) }
    }

    /// Enters a state if the current state allows it; returns whether it did.
    @discardableResult
    mutating func enter(_ next: SessionTask.State) -> Bool {
        guard state.canBecome(next) else { return false }
        state = next
        return true
    }
}
