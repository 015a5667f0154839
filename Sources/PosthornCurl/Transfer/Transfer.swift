/// One request in progress.
///
/// Used by the loop's thread only, including libcurl's callbacks. Exclusivity checks are disabled for the
/// properties below: no access lasts longer than a statement, and none calls out.
final class Transfer {
    let submission: Submission
    let context: LoopContext
    let start = LoopInstant.now
    /// The parsed URL, if it occurred before.
    let parsedURL: ParsedURL?
    /// Whether the request uses TLS; the scheme is known to be http or https.
    let isSecure: Bool
    /// Whether the request does not use the session's proxies, or its host is one of their exceptions.
    let bypassesProxy: Bool

    @exclusivity(unchecked) private(set) var phase = TransferPhase.ready
    /// Whether the session's limits allow the transfer to start.
    @exclusivity(unchecked) private(set) var isAdmitted: Bool
    /// The start of the connect timeout: the time at which the transfer was last admitted, or else created.
    @exclusivity(unchecked) private(set) var admission: LoopInstant
    /// The time at which the transfer began to wait for admission; `nil` before that.
    @exclusivity(unchecked) var waitingSince: LoopInstant?
    /// The time at which the request is sent again, in the phase `waitingToRepeat`.
    @exclusivity(unchecked) var nextTry: LoopInstant?
    @exclusivity(unchecked) var handle: EasyHandle?
    @exclusivity(unchecked) var multi: MultiHandle?
    /// The search for a reachable address.
    ///
    /// `nil` before libcurl has tried an address, and after the request is sent.
    @exclusivity(unchecked) var search: AddressSearch?
    /// The connection that carries the request; `nil` before it is sent.
    @exclusivity(unchecked) var connection: Connection?

    @exclusivity(unchecked) var attempt = TransferAttempt()
    @exclusivity(unchecked) var history = TransferHistory()
    @exclusivity(unchecked) var flow = FlowControl()
    @exclusivity(unchecked) var silence: SilenceTimer
    @exclusivity(unchecked) var trust: TrustState
    @exclusivity(unchecked) var report = TaskReport()

    @exclusivity(unchecked) var head: ResponseHead
    @exclusivity(unchecked) var body = BodyBuffer()
    /// The reader of a body that is read while it is sent; `nil` for small bodies.
    @exclusivity(unchecked) var reader: BodyReader?

    init(_ submission: Submission, _ context: LoopContext) {
        self.submission = submission
        self.context = context
        silence = SilenceTimer(submission.limits, start)
        admission = start
        // A task that was suspended is admitted when it is resumed.
        isAdmitted = submission.task == nil && context.configuration.limits.areUnlimited
        trust = TrustState(handler: submission.task?.trustHandler)
        parsedURL = context.urls.parsed(submission.request.url)
        isSecure = parsedURL?.isSecure ?? ParsedURL.isSecure(submission.request.url)
        bypassesProxy =
            context.hasProxy
            && (submission.request.options.bypassesProxy
                || context.bypassesProxy(submission.request.url))
        head = ResponseHead(context.headLimits, known: parsedURL?.head, isKept: parsedURL != nil)
    }

    var id: UInt64 { submission.id }
    var isAdded: Bool { multi != nil }
    /// Whether the caller of a stream has received the head.
    var isOpened: Bool { submission.isOpened }
    var request: TransportRequest { submission.request }
    var limits: Timeouts.Limits { submission.limits }
    var configuration: SessionConfiguration { context.configuration }

    func enter(_ next: TransferPhase) {
        // It was ready when it was created; to become ready again, it has waited or failed.
        if next == .ready { history.hasWaited = true }
        phase.enter(next)
    }

    /// Records that the session's limits allow the transfer to start.
    func admit() {
        isAdmitted = true
        admission = .now
    }

    func prepareRestart() {
        // After a refusal, libcurl does not reuse the connection, and many refused requests can share the
        // next one.
        history.wasSentBefore = mayHaveArrived
        // The connect timeout of the next attempt does not include this exchange.
        if phase == .exchanging { admit() }
        history.wasRestarted = true
        if attempt.foundStaleConnection { history.needsNewConnection = true }
        if attempt.hasReadBody {
            submission.task.map { task in task.emit(.bodyRestarted(task.id)) }
        }
        attempt = TransferAttempt()
        flow.restart()
        head = ResponseHead(context.headLimits)
    }

    func leaveMulti(_ handle: EasyHandle) {
        let multi = multi
        // Set first, so that callbacks during the removal are ignored.
        self.multi = nil
        multi?.remove(handle)
        if search != nil { dropSearch() }
    }

    func leaveConnection() {
        connection?.transferLeft(isMultiplexed: head.isMultiplexed)
        let endsWhenIdle = attempt.endsHTTP2Connection || connection?.endsWhenIdle == true
        if endsConnection || endsWhenIdle && connection?.transfers == 0 { connection?.end() }
        connection = nil
    }
}

/// The decisions about the certificates of a transfer's servers.
struct TrustState {
    /// The task's trust handler when the transfer was created; `nil` if the session's hook decides.
    let handler: TrustRules.Hook?
    /// The pending question; `nil` if there is none.
    var question: TrustQuestion?
    var questions = 0
    /// The decision of the task's trust handler.
    var decision: TrustDecision?
}

/// What the task and the caller of a transfer were told.
struct TaskReport {
    var hasHead = false
    /// Whether the loop waits for the caller to process a redirect.
    var hasRedirect = false
    var progress = TransferProgress()
}
