import CCurl
import FoundationEssentials
import Posthorn

/// One request under way.
///
/// Touched by the loop's thread alone, also in libcurl's callbacks.
final class Transfer {
    let submission: Submission
    let configuration: SessionConfiguration
    let connections: Connections
    let start = ContinuousClock.now
    /// The handle while the transfer has one.
    var handle: EasyHandle?
    /// Whether the session's limits let the transfer begin.
    private(set) var hasTurn = false
    /// When they did.
    private var turn: ContinuousClock.Instant
    /// Whether libcurl has the handle.
    var isAdded = false

    /// Our own reason for ending the transfer from a callback, where libcurl's code would only say
    /// "a callback said stop".
    var ownFailure: TransportError?
    var head: ResponseHead
    /// When a byte moved last, or the caller stopped holding the transfer; kept only where silence
    /// is limited.
    var lastMove = ContinuousClock.now
    /// Whether the transfer stands still because the caller reads or sends nothing.
    var waitsForCaller = false
    /// Whether the caller of a stream has its head.
    var isOpened = false
    /// Whether we have ended the transfer after the head of an answer whose body nobody wants.
    var isCutAfterHead = false
    /// Whether all addresses so far were ones that the session does not call.
    ///
    /// `nil` before the first one.
    var hasOnlyPrivateAddresses: Bool?
    var body = Data()
    /// What is read while it is sent; `nil` for small bodies, which libcurl has copied.
    var reader: BodyReader?
    /// How often libcurl was about to send the request.
    var attempts = 0
    /// The descriptor of the connection that carries the request.
    ///
    /// `nil` before it is sent.
    var connection: Int32?
    /// Whether the connection that was to be reused turned out to have something to read.
    var foundStaleConnection = false
    /// What libcurl has said of the HTTP/2 underneath, since the request went out.
    var news = HTTP2News()
    /// What is known of the connection's end, if it speaks HTTP/2.
    var connectionNews: ConnectionNews?
    /// How often the request was sent again because the server had not processed it.
    var refusals = 0
    /// When the request is to be sent again.
    ///
    /// `nil` while it is under way.
    var nextTry: ContinuousClock.Instant?
    /// Whether the server takes no expectations, so that the request goes without its own.
    var dropsExpectation = false
    /// Whether a byte of the body was asked for.
    var hasReadBody = false
    /// How many bytes of the answer's body have been taken.
    var bodyCount = 0
    /// How much of the request's body had left this machine when we last looked, after the answer
    /// was whole.
    var sentAfterAnswer: Int?
    /// When to look again, which the watchdog has too.
    var nextAnswerLook: ContinuousClock.Instant?
    /// When the limits on silence are looked at next, which the watchdog has too.
    var nextSilenceLook: ContinuousClock.Instant?
    /// What is known of the connection that carries the request.
    var connectionDetails: TransportMetrics.Connection?
    /// Whether the task has the head.
    var isHeadTold = false
    /// Whether the transfer's task holds it.
    var isSuspended = false
    /// The progress that the task was told last.
    var told = TransferProgress()
    /// Whether the request may not go out on a connection that was used before.
    private(set) var needsNewConnection = false
    private var headerList: HeaderList?
    var overrideList: LineList?

    init(
        _ submission: Submission, _ configuration: SessionConfiguration, _ connections: Connections
    ) {
        self.submission = submission
        turn = start
        self.configuration = configuration
        self.connections = connections
        head = ResponseHead(configuration.headLimits, connections.fieldNames)
    }

    var id: UInt64 { submission.id }
    var request: TransportRequest { submission.request }

    /// Notes that the session's limits let the transfer begin.
    func takeTurn() {
        hasTurn = true
        turn = .now
    }

    /// Prepares for the same request once more.
    func startAfresh() {
        // Where the server refused it, the connection is not used any more by libcurl, and many that
        // were refused together can share the next one.
        if foundStaleConnection { needsNewConnection = true }
        foundStaleConnection = false
        ownFailure = nil
        attempts = 0
        if hasReadBody { submission.task?.needsNewBody() }
        head = ResponseHead(configuration.headLimits, connections.fieldNames)
        news = HTTP2News()
        connectionNews = nil
        hasReadBody = false
        sentAfterAnswer = nil
        nextAnswerLook = nil
    }

    /// Leaves the connection to others.
    func leaveConnection() {
        guard let socket = connection else { return }
        connections.end(socket, isMultiplexed: head.isMultiplexed)
        connection = nil
    }

    /// Sets all options of a handle that has been reset.
    func configure(_ handle: EasyHandle) throws(TransportError) {
        try setPolicy(handle)
        try setTarget(handle)
        try setCallbacks(handle)
        // Sixteen times fewer turns of the loop for a large body; a small one is not worth the memory.
        if case .stream = submission.answer {
            // Refused, and not needed, where a cancelled transfer left its buffer to the handle.
            _ = posthorn_setopt_long(handle.raw, CURLOPT_BUFFERSIZE, 256 << 10)
        }
        if submission.task != nil { try setWishes(handle) }
        // Asked for in a field of ours: libcurl would unpack what it asks for itself, take what was
        // cut for complete, and know no limit.
        let unpacks = configuration.unpacks(request, for: submission.task)
        let offer = unpacks ? ContentCoding.offer : nil
        let list = try HeaderList(
            sentHeaders, hasBody: sentBody != nil, codings: offer,
            userAgent: configuration.userAgent)
        try handle.set(CURLOPT_HTTPHEADER, list.raw.map { UnsafeRawPointer($0) })
        headerList = consume list
    }

    private func setTarget(_ handle: EasyHandle) throws(TransportError) {
        try handle.set(CURLOPT_URL, request.url)
        try handle.set(CURLOPT_PATH_AS_IS, true)
        switch (request.method, sentBody) {
        case (.get, nil): try handle.set(CURLOPT_HTTPGET, true)
        case (.head, nil): try handle.set(CURLOPT_NOBODY, true)
        case (let method, let body):
            if let body { try setBody(handle, body) }
            try handle.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    /// The body; an empty one where the method has one by nature, so that its length is said (RFC
    /// 9110, section 8.6).
    private var sentBody: MessageBody? {
        switch request.method {
        case .post, .put, .patch: request.body ?? MessageBody(Data())
        default: request.body
        }
    }

    private func setBody(_ handle: EasyHandle, _ body: MessageBody) throws(TransportError) {
        if sentHeaders[.expect] != nil {
            try handle.set(
                CURLOPT_EXPECT_100_TIMEOUT_MS, request.timeouts.expectation.milliseconds)
        }
        try handle.set(CURLOPT_POST, true)
        // -1, a length that is not known, makes libcurl send chunks.
        try handle.set(offset: CURLOPT_POSTFIELDSIZE_LARGE, body.count ?? -1)
        // libcurl sends a small body of its own memory together with the header block, in one
        // write; a large one is read piece by piece and never copied as a whole.
        if let count = body.count, count <= Self.inlineBody, let data = body.data {
            let bytes = [UInt8](data)
            let code = bytes.withUnsafeBytes { bytes in
                posthorn_setopt_pointer(
                    handle.raw, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress ?? Self.nothing)
            }
            try handle.check(code, CURLOPT_COPYPOSTFIELDS)
        } else {
            reader = makeReader(body)
            try handle.set(CURLOPT_READFUNCTION, Self.read)
            try handle.set(CURLOPT_READDATA, context)
            try setRewind(handle)
        }
    }

    func makeReader(_ body: MessageBody) -> BodyReader {
        BodyReader(body) { [loop = submission.loop, id] in loop.resume(id) }
    }

    private static let inlineBody = 60 << 10
    // SAFETY: never read, because it goes with a length of 0, and never freed.
    nonisolated(unsafe) private static let nothing = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

    /// What is fixed by the session, and what closes libcurl's gaps.
    private func setPolicy(_ handle: EasyHandle) throws(TransportError) {
        try handle.set(CURLOPT_NOSIGNAL, true)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_FOLLOWLOCATION, false)
        try setConnection(handle)
        try handle.set(CURLOPT_NETRC, 0)
        // Without it, ending a transfer waits for its resolver thread, and the whole loop with it.
        try handle.set(CURLOPT_QUICK_EXIT, true)
        // Where HTTP/2 can't come, waiting to learn whether it does would hold up all but the first.
        try handle.set(
            CURLOPT_PIPEWAIT,
            configuration.httpVersion == .automatic && request.url.hasPrefix("https:"))
        // libcurl 7.88.1 switches a connection with prior knowledge to HTTP/2 once more for each
        // further request, and breaks it.
        // A Unix socket has no port by which its connections could be told from each other.
        let isSingleUse =
            configuration.httpVersion == .http2PriorKnowledge
            || configuration.connection.unixSocket != nil
        try handle.set(CURLOPT_FRESH_CONNECT, needsNewConnection || isSingleUse)
        try handle.set(CURLOPT_FORBID_REUSE, isSingleUse || configuration.idleConnections == 0)
        try handle.set(CURLOPT_MAXAGE_CONN, max(1, Int(configuration.idleTime.components.seconds)))
        try handle.set(CURLOPT_HTTP_VERSION, configuration.httpVersion.option)
        try setAuthorities(handle)
        try handle.set(CURLOPT_TIMEOUT_MS, remaining(request.timeouts.total, since: start))
        // 0 would be libcurl's own limit of 300 seconds.
        let connect = remaining(request.timeouts.connect, since: turn)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, connect > 0 ? connect : Int(Int32.max))
    }

    private func setAuthorities(_ handle: EasyHandle) throws(TransportError) {
        guard let file = authoritiesFile else { return }
        try handle.set(CURLOPT_CAINFO, file)
        // With a directory of authorities besides the file, libcurl reads all of them anew for each
        // connection instead of keeping them.
        try handle.set(CURLOPT_CAPATH, nil as String?)
    }

    /// The file with the authorities that the session trusts.
    var authoritiesFile: String? {
        switch configuration.authorities {
        case .system: CurlLibrary.authoritiesFile
        case .file(let path): path
        }
    }

    /// A limit in milliseconds, less the time that has gone by; 0 means none.
    private func remaining(
        _ limit: Duration?, since beginning: ContinuousClock.Instant
    ) -> Int {
        guard let limit, limit > .zero else { return 0 }
        return max(1, (limit - (.now - beginning)).milliseconds)
    }

    var context: UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }
}

extension SessionConfiguration.HTTPVersion {
    fileprivate var option: Int {
        switch self {
        case .automatic: posthorn_http_version_2tls
        case .http1: posthorn_http_version_1_1
        case .http2PriorKnowledge: posthorn_http_version_2_prior_knowledge
        }
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up and within an `Int32`.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        let whole = min(seconds, Int64(Int32.max / 1000) - 1)
        return Int(whole * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
