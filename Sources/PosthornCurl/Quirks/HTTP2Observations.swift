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
