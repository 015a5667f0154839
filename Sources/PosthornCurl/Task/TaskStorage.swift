import FoundationEssentials
import Posthorn

/// All that changes about a task; behind its lock.
struct TaskStorage: Sendable {
    private(set) var state = TaskState.created
    /// Whether the task's work was begun.
    var isLaunched = false
    var isCancelled = false
    var reason: String?
    var runner: Task<Void, Never>?

    var label = ""
    var priority = TransferPriority.normal
    var currentRequest: TransportRequest
    var response: TransportHead?
    var redirects: [RedirectHop] = []
    var informational: [TransportHead] = []
    var trailers = HTTPFields.none
    var attempts = 0
    var metrics: TransportMetrics?
    var resumeData: ResumeData?
    var challengeHandler: (@Sendable (Challenge) async -> ChallengeDisposition)?
    var trustHandler: (@Sendable (ServerTrust) async -> TrustDisposition)?
    var file: DownloadedFile?
    /// What the task's caller got, if events tell it.
    var body: Data?

    /// The number of the transfer that the loop has for the task; `nil` between exchanges.
    var transfer: UInt64?
    /// Whether libcurl has the transfer.
    var isOnLoop = false
    /// Whether the exchange that was begun last has a body.
    var hasSentBody = false

    var progress = TransferProgress()
    /// How much of a download's file was there before the exchange that runs.
    var kept = 0
    /// The length of a download's file that was all there; `nil` for any other.
    var whole: Int?
    /// Whether the loop is asked to count for the task.
    var isWatched = false
    /// Delivers the events of this task alone; `nil` while nobody has asked for them.
    private(set) var hub: EventHub?

    init(_ request: TransportRequest) {
        currentRequest = request
        if let own = request.options.priority { priority = own }
    }

    /// Makes a sequence of the task's events; that of a task that has ended is empty.
    mutating func listen(_ scope: EventQueue.Scope, buffering limit: Int) -> SessionEvents {
        let hub = hub ?? EventHub()
        self.hub = hub
        if state.isFinal { hub.end() }
        return hub.listen(scope, buffering: limit)
    }

    /// Notes how far the exchange that runs has come.
    mutating func note(_ exchange: TransferProgress) {
        progress = exchange
        progress.received += kept
        progress.totalBytesToReceive = progress.totalBytesToReceive.map { $0 + kept }
        if let whole { (progress.received, progress.totalBytesToReceive) = (whole, whole) }
    }

    /// Enters a state if the one before allows it.
    @discardableResult
    mutating func enter(_ next: TaskState) -> Bool {
        guard state.canBecome(next) else { return false }
        state = next
        return true
    }
}
