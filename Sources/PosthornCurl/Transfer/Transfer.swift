/// One request in progress.
///
/// Used by the loop's thread only, including libcurl's callbacks. Exclusivity checks are disabled for the
/// properties below: no access lasts longer than a statement, and none calls out.
final class Transfer {
    let submission: Submission
    let context: LoopContext
    let start = ContinuousClock.now
    /// The handle while the transfer has one.
    @exclusivity(unchecked) var handle: EasyHandle?
    /// The parsed URL, if it occurred before.
    let parsedURL: ParsedURL?
    /// Whether the request uses TLS; the scheme is known to be http or https.
    let isSecure: Bool
    /// Whether it starts after the next poll, as each new transfer does.
    @exclusivity(unchecked) var isQueued = true
    /// Whether the session's limits allow the transfer to start.
    @exclusivity(unchecked) private(set) var hasTurn: Bool
    /// The time at which they did.
    @exclusivity(unchecked) private(set) var turn: ContinuousClock.Instant
    /// The multi handle that has the transfer's handle; `nil` if none has it.
    @exclusivity(unchecked) var multi: MultiHandle?

    /// The reason why a callback of ours ended the transfer; libcurl's code would only say that one did.
    @exclusivity(unchecked) var ownFailure: TransportError?
    @exclusivity(unchecked) var head: ResponseHead
    /// The time at which a byte was last moved, or the caller last resumed the transfer.
    ///
    /// Maintained only if the request has a first-byte or idle timeout.
    @exclusivity(unchecked) var lastActivity: ContinuousClock.Instant
    /// Whether the transfer is paused because the caller reads or sends nothing.
    @exclusivity(unchecked) var waitsForCaller = false
    /// Whether the request has a first-byte or idle timeout.
    let limitsSilence: Bool
    /// Whether the transfer was ended after the head, because the body of the response is not needed.
    @exclusivity(unchecked) var isCutAfterHead = false
    /// Whether all addresses so far were private ones that the session refuses; `nil` before the first.
    var hasOnlyPrivateAddresses: Bool?
    /// The search for a reachable address.
    ///
    /// `nil` before libcurl has tried an address, and after the request is sent.
    @exclusivity(unchecked) var search: AddressSearch?
    /// Whether the system was out of sockets at the last attempt.
    var lacksSockets = false
    @exclusivity(unchecked) var body: BodyBuffer
    /// The reader of a body that is read while it is sent; `nil` for small bodies.
    @exclusivity(unchecked) var reader: BodyReader?
    /// The number of times that libcurl was about to send the request.
    @exclusivity(unchecked) var attempts = 0
    /// The connection that carries the request; `nil` before it is sent.
    @exclusivity(unchecked) var connection: Connection?
    /// Whether the connection had carried a request before.
    @exclusivity(unchecked) var isReused = false
    /// Whether the connection to be reused had unsolicited data or was closed.
    @exclusivity(unchecked) var foundStaleConnection = false
    /// libcurl's log about the HTTP/2 connection, since the request was sent.
    @exclusivity(unchecked) var http2Events = HTTP2Events()
    /// The connection if it uses HTTP/2, also after the request has left it.
    @exclusivity(unchecked) var http2Connection: Connection?
    /// The TLS records that the connection had sent when the response started.
    ///
    /// `nil` before that, or if they are not counted.
    @exclusivity(unchecked) var sentBefore: TLSRecordLog.Count?
    /// Whether the state of the connection at the start of the response is recorded.
    @exclusivity(unchecked) var hasNotedResponse = false
    /// The number of bytes that the connection had sent at that time, without TLS.
    @exclusivity(unchecked) var bytesBefore: Int?
    /// The number of transfers that the connection had received when the response started.
    ///
    /// `nil` before that, or if another transfer was sending a body then.
    @exclusivity(unchecked) var joinedBefore: Int?
    /// The number of times that the request was sent again because the server had refused it.
    @exclusivity(unchecked) var refusals = 0
    @exclusivity(unchecked) var authorities = AuthorityWait.no
    /// The pending question about the server's certificate; `nil` if there is none.
    @exclusivity(unchecked) var question: TrustQuestion?
    /// The number of questions so far.
    @exclusivity(unchecked) var questions = 0
    /// The task's trust handler when the transfer was created; `nil` if the session's hook decides.
    let trustHandler: TrustRules.Hook?
    /// The decision of the task's trust handler.
    @exclusivity(unchecked) var trustDecision: TrustDecision?
    /// Whether a refusal that libcurl reports may belong to an earlier attempt.
    ///
    /// After a refusal on a reused connection, libcurl keeps an unreported note of it.
    @exclusivity(unchecked) var hasOldRefusal = false
    /// The time at which the request is sent again; `nil` while it is in progress.
    @exclusivity(unchecked) var nextTry: ContinuousClock.Instant?
    /// Whether the request is sent without its `Expect` field, which the server rejected.
    @exclusivity(unchecked) var dropsExpectation = false
    @exclusivity(unchecked) var hasReadBody = false
    /// The number of received bytes of the response's body.
    @exclusivity(unchecked) var bodyCount = 0
    /// The number of body bytes received in the given turn of the loop.
    @exclusivity(unchecked) var share = (bytes: 0, turn: 0)
    /// The bytes read from the connection and the body bytes, at the end of a long turn without body bytes.
    var flood: (taken: Int, body: Int)?
    /// Whether the last chunk of the response was received.
    @exclusivity(unchecked) var hasLastChunk = false
    @exclusivity(unchecked) var isReceivingPaused = false
    /// The number of request body bytes that had left this machine at the last check.
    ///
    /// Set once the response is complete.
    @exclusivity(unchecked) var sentAfterResponse: Int?
    /// The same number when the first-byte or idle timeout was last reached.
    @exclusivity(unchecked) var sentBeforeSilence = 0
    /// The time of the next check of a completed response, which the watchdog also has.
    @exclusivity(unchecked) var nextResponseCheck: ContinuousClock.Instant?
    /// The time of the next check of the first-byte and idle timeouts, which the watchdog also has.
    @exclusivity(unchecked) var nextSilenceCheck: ContinuousClock.Instant?
    /// The details of the connection that carries the request.
    @exclusivity(unchecked) var connectionDetails: TransportMetrics.KnownConnection?
    /// Whether the task has received the head.
    var isHeadReported = false
    /// Whether the loop waits for the caller to process a redirect.
    var isRedirectNoted = false
    /// Whether the transfer's task is suspended.
    @exclusivity(unchecked) var isSuspended = false
    /// Whether libcurl was about to send the request during the suspension.
    @exclusivity(unchecked) var wasHeldBack = false
    /// The progress that was last reported to the task.
    var reported = TransferProgress()
    /// Whether the request must use a new connection.
    private(set) var needsNewConnection = false
    private(set) var wasRestarted = false
    /// Whether the server may have received an earlier attempt of the request.
    @exclusivity(unchecked) var wasSentBefore = false

    init(_ submission: Submission, _ context: LoopContext) {
        self.submission = submission
        let timeouts = submission.request.limits
        limitsSilence = timeouts.firstByte != nil || timeouts.idle != nil
        turn = start
        lastActivity = start
        self.context = context
        // A task that was suspended takes its turn when it is resumed.
        hasTurn = submission.task == nil && context.configuration.limits.areUnlimited
        body = BodyBuffer(context.bodyMemory)
        trustHandler = submission.task?.trustHandler
        parsedURL = context.urls.parsed(submission.request.url)
        isSecure = parsedURL?.isSecure ?? ParsedURL.isSecure(submission.request.url)
        head = ResponseHead(context.headLimits, known: parsedURL?.head, isKept: parsedURL != nil)
    }

    var id: UInt64 { submission.id }
    /// Whether libcurl has the handle.
    var isAdded: Bool { multi != nil }
    /// Whether the caller of a stream has received the head.
    var isOpened: Bool { submission.isOpened }
    var request: TransportRequest { submission.request }
    var configuration: SessionConfiguration { context.configuration }

    /// Whether the transfer had to wait since its creation.
    var hasWaited: Bool { turn != start || wasRestarted || authorities != .no }

    /// Records that the session's limits allow the transfer to start.
    func takeTurn() {
        hasTurn = true
        turn = .now
    }

    /// Prepares the transfer to send the same request again.
    func prepareRestart() {
        // After a refusal, libcurl does not reuse the connection, and many refused requests can share the
        // next one.
        wasSentBefore = mayHaveArrived
        if foundStaleConnection { needsNewConnection = true }
        foundStaleConnection = false
        lacksSockets = false
        hasOldRefusal = false
        wasRestarted = true
        ownFailure = nil
        wasHeldBack = false
        attempts = 0
        if hasReadBody { submission.task.map { task in task.emit(.bodyRestarted(task.id)) } }
        head = ResponseHead(context.headLimits)
        http2Events = HTTP2Events()
        http2Connection = nil
        hasReadBody = false
        hasLastChunk = false
        isReceivingPaused = false
        sentAfterResponse = nil
        sentBeforeSilence = 0
        nextResponseCheck = nil
    }

    /// Removes the handle from libcurl's multi handle.
    func leaveMulti(_ handle: EasyHandle) {
        let multi = multi
        // Set first, so that callbacks during the removal are ignored.
        self.multi = nil
        multi?.remove(handle)
        if search != nil { dropSearch() }
    }

    /// Releases the connection for other transfers.
    func leaveConnection() {
        connection?.end(isMultiplexed: head.isMultiplexed)
        if http2Connection != nil, request.body != nil { connection?.bodies -= 1 }
        connection = nil
    }
}

/// Whether a transfer waits, or has waited, for the file of authorities.
enum AuthorityWait { case no, now, before }
