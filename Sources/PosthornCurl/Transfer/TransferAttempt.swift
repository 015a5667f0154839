/// What is known about one attempt to send a transfer's request; each attempt of the session begins anew.
struct TransferAttempt {
    /// The reason why a callback of ours ended the attempt; libcurl's code would only say that one did.
    var failure: TransportError?
    /// The number of times that libcurl was about to send the request; it repeats some by itself.
    var sendCount = 0
    /// Whether libcurl was about to send the request while its task was suspended.
    var wasHeldBack = false
    /// Whether all addresses so far were private ones that the session refuses; `nil` before the first.
    var hasOnlyPrivateAddresses: Bool?
    /// Whether the system was out of sockets.
    var lacksSockets = false
    /// Whether the connection had carried a request before.
    var isReused = false
    /// Whether the connection to be reused had unsolicited data or was closed.
    var foundStaleConnection = false
    /// The details of the connection that carries the request.
    var connectionDetails: TransportMetrics.KnownConnection?
    var http2 = HTTP2Observations()
    /// Whether a part of the request's body was read.
    var hasReadBody = false
    /// The number of received bytes of the response's body.
    var bodyCount = 0
    /// Whether the last chunk of the response was received.
    var hasLastChunk = false
    /// Whether the attempt was ended after the head, because the body of the response is not needed.
    var isCutAfterHead = false
    /// The number of request body bytes that had left this machine at the last check.
    ///
    /// Set once the response is complete.
    var sentAfterResponse: Int?
    /// The same number when the first-byte or idle timeout was last reached.
    var sentBeforeSilence = 0
    /// The time of the next check of a completed response, which the watchdog also has.
    var nextResponseCheck: ContinuousClock.Instant?
}

/// What the attempts so far mean for the next one.
struct TransferHistory {
    /// The number of times that the request was sent again because the server had refused it.
    var refusals = 0
    /// Whether the request is sent without its `Expect` field, which the server rejected.
    var dropsExpectation = false
    /// Whether the request must use a new connection.
    var needsNewConnection = false
    /// Whether the session has begun another attempt.
    var wasRestarted = false
    /// Whether the server may have received an earlier attempt of the request.
    var wasSentBefore = false
    /// Whether the transfer has waited for the file of authorities.
    var hasWaitedForAuthorities = false
}

/// What libcurl's log and the connection say about an attempt over HTTP/2.
struct HTTP2Observations {
    /// libcurl's log about the connection, since the request was sent.
    var events = HTTP2Events()
    /// The connection if it uses HTTP/2, also after the request has left it.
    var connection: Connection?
    /// Whether a refusal that libcurl reports may belong to an earlier attempt.
    ///
    /// After a refusal on a reused connection, libcurl keeps an unreported note of it.
    private(set) var hasOldRefusal = false
    /// Whether the state of the connection at the start of the response is recorded.
    private(set) var hasNotedResponse = false
    /// The TLS records that the connection had sent when the response started.
    ///
    /// `nil` before that, or if they are not counted.
    private(set) var recordsAtResponse: TLSRecordLog.Count?
    /// The number of bytes that the connection had sent at that time; `nil` with TLS.
    private(set) var bytesAtResponse: Int?
    /// The number of transfers that the connection had received at that time.
    ///
    /// `nil` if another transfer was sending a body then, so that the sizes have no meaning.
    private(set) var joinedAtResponse: Int?

    /// Begins to observe the connection that will carry the request.
    mutating func begin(_ connection: Connection) {
        self = HTTP2Observations(
            connection: connection.usesHTTP2 ? connection : nil, hasOldRefusal: hasOldRefusal)
    }

    private init(connection: Connection?, hasOldRefusal: Bool) {
        self.connection = connection
        self.hasOldRefusal = hasOldRefusal
    }

    init() {}

    /// Reads a line of libcurl's log.
    mutating func read(_ line: UnsafeRawBufferPointer) {
        if let goAway = events.take(line), !events.hasLeft { connection?.goAway = goAway }
    }

    /// Records what the connection had sent when the first record of the response arrived.
    mutating func noteResponse(isSecure: Bool, hasBody: Bool) {
        guard !hasNotedResponse, let connection else { return }
        hasNotedResponse = true
        recordsAtResponse = connection.sent?.countAtReceipt
        // TLS adds its own bytes to each record.
        bytesAtResponse = isSecure ? nil : connection.bytesSent
        joinedAtResponse = connection.bodies == (hasBody ? 1 : 0) ? connection.joined : nil
    }

    /// Records that libcurl sends the request again.
    mutating func noteRetry(isReused: Bool) {
        if isReused, connection != nil { hasOldRefusal = true }
    }

    /// Whether the server has stated that it did not process a request without a response.
    ///
    /// - Parameter acceptsUnknownStream: Whether a GOAWAY is enough if the request's stream is not known.
    func isRefused(acceptsUnknownStream: Bool) -> Bool {
        if events.isRefused, !hasOldRefusal { return true }
        guard let goAway = connection?.goAway else { return false }
        // Request streams start at 1.
        return goAway.last == 0
            || events.stream.map { $0 > goAway.last } ?? acceptsUnknownStream
    }
}
