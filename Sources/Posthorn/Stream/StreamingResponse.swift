/// A response whose status is good and whose body is still on its way.
public struct StreamingResponse: Sendable {
    /// The status, header fields and policy, with an empty body.
    public let head: TransportResponse
    /// The body.
    ///
    /// It can be read once.
    public let body: ByteStream
    private let exchange: Exchange
    private let reopening: Reopening

    /// Sends the same call once more.
    typealias Reopening =
        @Sendable (
            _ previous: Exchange, _ lastEventID: String
        ) async throws(APIError) -> StreamingResponse

    /// - Parameter exchange: The call, whose response is valid.
    init(
        _ exchange: Exchange, _ head: TransportResponse, _ body: ByteStream,
        reopening: @escaping Reopening
    ) {
        self.exchange = exchange
        self.head = head
        self.body = exchange.watch?.watched(body) ?? body
        self.reopening = reopening
    }

    /// The error of the call for what reading the body threw.
    func error(_ error: any Error) -> APIError {
        var exchange = exchange
        exchange.enter(.sending)
        return exchange.error(error)
    }

    /// The error of the call for what decoding an element threw.
    func error(_ error: any Error, decoding element: TransportResponse) -> APIError {
        var exchange = exchange
        exchange.enter(.decoding, with: element)
        return exchange.error(error)
    }

    /// The same as ``error(_:)`` for what ends the call; the observers are told.
    func failure(_ error: any Error) -> APIError {
        let error = (error as? APIError) ?? self.error(error)
        exchange.watch?.tell(.failed(error))
        return error
    }

    /// Whether there is still time after a pause.
    func hasTime(after pause: Duration) -> Bool {
        exchange.deadline.map { ContinuousClock.now + pause < $0 } ?? true
    }

    /// Sends the call once more, with the id of the last event.
    func reopen(after lastEventID: String) async throws(APIError) -> StreamingResponse {
        try await reopening(exchange, lastEventID)
    }

    /// Refuses to send the call again if that might do its work twice, or if there is no time left.
    func checkRepeat(after pause: Duration) throws {
        guard let request = exchange.sent else { return }
        guard
            request.method == .get || request.method == .head
                || request.headers[.idempotencyKey] != nil
        else {
            throw APIError.Cause(
                .transport(.notRepeated),
                "the connection has ended, and a \(request.method.rawValue) is not sent again",
                advice: "leave `reconnection` nil, or give the call an Idempotency-Key")
        }
        guard hasTime(after: pause) else {
            throw APIError.Cause(
                .timedOut, "the time of the whole call is over before the next connection",
                advice: "give the call no `total` time, or a longer one")
        }
    }
}

extension StreamingResponse: RedactedStringConvertible {
    /// The status; header fields may hold secrets.
    public var description: String { "\(head.status.code), a stream" }
}

extension Exchange {
    /// Makes of a new call the one before, resumed.
    /// - Parameter lastEventID: The id of the last event; empty if none had one.
    mutating func resume(_ previous: Exchange, after lastEventID: String) {
        let id = String(lastEventID[...].trimmingBlanks)
        // The standard lets an id be what no field can hold; such a one is not sent.
        if !id.isEmpty, let field = try? HeaderField.make("Last-Event-ID", id) {
            request.headers[field.name] = field.value
        }
        if let key = previous.sent?.headers[.idempotencyKey] {
            request.headers[.idempotencyKey] = key
        }
        deadline = previous.deadline
        cancellationCount = previous.cancellationCount
        if let deadline {
            request.options.timeouts.total = max(.milliseconds(1), deadline - ContinuousClock.now)
        }
    }
}
