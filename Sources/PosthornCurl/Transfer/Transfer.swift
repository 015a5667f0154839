import Posthorn

/// One request under way.
///
/// Touched by the loop's thread alone, also in libcurl's callbacks. What each of them touches is not
/// looked at for exclusive access: no access lasts longer than a statement, and none calls out.
final class Transfer {
    let submission: Submission
    let context: LoopContext
    let start = ContinuousClock.now
    /// The handle while the transfer has one.
    @exclusivity(unchecked) var handle: EasyHandle?
    /// The URL, taken apart, if it has come before.
    let parsedURL: ParsedURL?
    /// Whether it goes over TLS; the URL is known to be one of http or https.
    let isSecure: Bool
    /// Whether it starts after the next poll, as each new transfer does.
    @exclusivity(unchecked) var isComing = true
    /// Whether the session's limits let the transfer begin.
    @exclusivity(unchecked) private(set) var hasTurn = false
    /// When they did.
    @exclusivity(unchecked) private(set) var turn: ContinuousClock.Instant
    /// Which of libcurl's multi handles has the handle; `nil` if none has.
    @exclusivity(unchecked) var multi: MultiHandle?

    /// Our own reason for ending the transfer from a callback, where libcurl's code would only say
    /// "a callback said stop".
    @exclusivity(unchecked) var ownFailure: TransportError?
    @exclusivity(unchecked) var head: ResponseHead
    /// When a byte moved last, or the caller stopped holding the transfer; kept only where silence
    /// is limited.
    @exclusivity(unchecked) var lastMove: ContinuousClock.Instant
    /// Whether the transfer stands still because the caller reads or sends nothing.
    @exclusivity(unchecked) var waitsForCaller = false
    /// Whether the transfer has limits on silence at all.
    let limitsSilence: Bool
    /// Whether we have ended the transfer after the head of a response whose body nobody wants.
    @exclusivity(unchecked) var isCutAfterHead = false
    /// Whether all addresses so far were ones that the session does not call; `nil` before the
    /// first one.
    var hasOnlyPrivateAddresses: Bool?
    /// The search for an address that answers; `nil` before libcurl has called one, and after the
    /// request has gone out.
    @exclusivity(unchecked) var search: AddressSearch?
    /// Whether the system had no socket the last time that one was wanted.
    var lacksSockets = false
    @exclusivity(unchecked) var body: BodyBuffer
    /// What is read while it is sent; `nil` for small bodies.
    @exclusivity(unchecked) var reader: BodyReader?
    /// A small body, which libcurl sends from here.
    @exclusivity(unchecked) var inlineBody: PinnedBytes?
    /// How often libcurl was about to send the request.
    @exclusivity(unchecked) var attempts = 0
    /// The connection that carries the request; `nil` before it is sent.
    @exclusivity(unchecked) var connection: Connection?
    /// Whether that connection had carried a request before.
    @exclusivity(unchecked) var isReused = false
    /// Whether the connection that was to be reused turned out to have something to read.
    @exclusivity(unchecked) var foundStaleConnection = false
    /// What libcurl has said of the HTTP/2 underneath, since the request went out.
    @exclusivity(unchecked) var news = HTTP2News()
    /// The connection, also after the request has left it, if it speaks HTTP/2.
    @exclusivity(unchecked) var http2Connection: Connection?
    /// What the connection had sent when the response began to come; `nil` before, or if it is not
    /// counted.
    @exclusivity(unchecked) var sentBefore: TLSRecordLog.Count?
    /// Whether what the connection had sent then has been noted.
    @exclusivity(unchecked) var hasNotedAnswer = false
    /// How many bytes it had sent then, without TLS.
    @exclusivity(unchecked) var bytesBefore: Int?
    /// How many transfers the connection had got when the response began to come; `nil` before, or if
    /// another one was sending a body then.
    @exclusivity(unchecked) var joinedBefore: Int?
    /// How often the request was sent again because the server had not processed it.
    @exclusivity(unchecked) var refusals = 0
    /// Whether it has to wait for the file of authorities.
    @exclusivity(unchecked) var authorities = AuthorityWait.no
    /// The server's certificate about which somebody has to be asked, or is asked; `nil` if there
    /// is no question.
    @exclusivity(unchecked) var question: TrustQuestion?
    /// How many there were.
    @exclusivity(unchecked) var questions = 0
    /// Whom the task wants asked about its server, as it was when the transfer came; `nil` if it
    /// leaves that to the session.
    let trustHandler: TrustRules.Hook?
    /// What the transfer's task said about its server.
    @exclusivity(unchecked) var trustAnswer: TrustAnswer?
    /// Whether what libcurl says of a refused stream may be about an earlier one: it does not forget
    /// what it has not said, as on a connection that was used before.
    @exclusivity(unchecked) var hasOldRefusal = false
    /// When the request is to be sent again; `nil` while it is under way.
    @exclusivity(unchecked) var nextTry: ContinuousClock.Instant?
    /// Whether the server takes no expectations, so that the request goes without its own.
    @exclusivity(unchecked) var dropsExpectation = false
    /// Whether a byte of the body was asked for.
    @exclusivity(unchecked) var hasReadBody = false
    /// How many bytes of the response's body have been taken.
    @exclusivity(unchecked) var bodyCount = 0
    /// How many of them in the turn of the loop in which the last ones came, and which turn that was.
    @exclusivity(unchecked) var share = (bytes: 0, turn: 0)
    /// How much had been taken from the connection, and how much of the body, when a long turn had brought
    /// none of it.
    var flood: (taken: Int, body: Int)?
    /// Whether the last chunk of the response has come.
    @exclusivity(unchecked) var hasLastChunk = false
    /// Whether libcurl was told to hand over nothing for now.
    @exclusivity(unchecked) var isReceivingPaused = false
    /// How much of the request's body had left this machine when we last looked, after the response
    /// was whole.
    @exclusivity(unchecked) var sentAfterAnswer: Int?
    /// The same when no byte had moved for as long as may be.
    @exclusivity(unchecked) var sentBeforeSilence = 0
    /// When to look again, which the watchdog has too.
    @exclusivity(unchecked) var nextAnswerLook: ContinuousClock.Instant?
    /// When the limits on silence are looked at next, which the watchdog has too.
    @exclusivity(unchecked) var nextSilenceLook: ContinuousClock.Instant?
    /// What is known of the connection that carries the request.
    @exclusivity(unchecked) var connectionDetails: TransportMetrics.KnownConnection?
    /// Whether the task has the head.
    var isHeadTold = false
    /// Whether the loop waits for what the caller makes of a redirect.
    var isHopNoted = false
    /// Whether the transfer's task holds it.
    @exclusivity(unchecked) var isSuspended = false
    /// Whether libcurl was about to send it meanwhile.
    @exclusivity(unchecked) var wasHeldBack = false
    /// The progress that the task was told last.
    var told = TransferProgress()
    /// Whether the request may not go out on a connection that was used before.
    private(set) var needsNewConnection = false
    /// Whether it was begun again.
    private(set) var wasStartedAfresh = false
    /// Whether the server may have got an earlier try of the request.
    @exclusivity(unchecked) var wasSentBefore = false

    init(_ submission: Submission, _ context: LoopContext) {
        self.submission = submission
        let timeouts = submission.request.limits
        limitsSilence = timeouts.firstByte != nil || timeouts.idle != nil
        turn = start
        lastMove = start
        self.context = context
        body = BodyBuffer(context.bodyMemory)
        trustHandler = submission.task?.trustHandler
        parsedURL = context.urls.parsed(submission.request.url)
        isSecure = parsedURL?.isSecure ?? ParsedURL.isSecure(submission.request.url)
        head = ResponseHead(
            context.headLimits, context.fieldLines, known: parsedURL?.head,
            isKept: parsedURL != nil)
    }

    var id: UInt64 { submission.id }
    /// Whether libcurl has the handle.
    var isAdded: Bool { multi != nil }
    /// Whether the caller of a stream has its head.
    var isOpened: Bool { submission.isOpened }
    var request: TransportRequest { submission.request }
    var configuration: SessionConfiguration { context.configuration }

    /// Whether time has gone by since the transfer came.
    var hasWaited: Bool { turn != start || wasStartedAfresh || authorities != .no }

    /// Notes that the session's limits let the transfer begin.
    func takeTurn(at time: ContinuousClock.Instant = .now) {
        hasTurn = true
        turn = time
    }

    /// Prepares for the same request once more.
    func startAfresh() {
        // Where the server refused it, the connection is not used any more by libcurl, and many that
        // were refused together can share the next one.
        wasSentBefore = mayHaveArrived
        if foundStaleConnection { needsNewConnection = true }
        foundStaleConnection = false
        lacksSockets = false
        hasOldRefusal = false
        wasStartedAfresh = true
        ownFailure = nil
        wasHeldBack = false
        attempts = 0
        if hasReadBody { submission.task.map { task in task.emit(.bodyRestarted(task.id)) } }
        head = ResponseHead(context.headLimits, context.fieldLines)
        news = HTTP2News()
        http2Connection = nil
        hasReadBody = false
        hasLastChunk = false
        isReceivingPaused = false
        sentAfterAnswer = nil
        sentBeforeSilence = 0
        nextAnswerLook = nil
    }

    /// Takes the handle from libcurl.
    func leaveMulti(_ handle: EasyHandle) {
        let multi = multi
        // So that nothing is asked any more that libcurl comes upon while it closes a connection.
        self.multi = nil
        multi?.remove(handle)
        if search != nil { dropSearch() }
    }

    /// Leaves the connection to others.
    func leaveConnection() {
        connection?.end(isMultiplexed: head.isMultiplexed)
        if http2Connection != nil, request.body != nil { connection?.bodies -= 1 }
        connection = nil
    }
}

/// Whether a transfer has to wait for the file of authorities.
enum AuthorityWait { case no, now, before }
