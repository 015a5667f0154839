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

    mutating func read(_ line: UnsafeRawBufferPointer) {
        if let goAway = events.take(line), !events.hasLeft { connection?.goAway = goAway }
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
