import FoundationEssentials

/// A response with an accepted status whose body is still being received.
public struct StreamingResponse: Sendable {
    /// The status and header fields, with an empty body.
    public var head: TransportResponse { storage.head }
    /// The body of the response.
    ///
    /// It can be read only once.
    public var body: ByteStream { storage.body }
    /// The error of the call, if a stale response of the cache replaces it.
    ///
    /// `nil` if the call has not failed.
    public var replacedError: APIError? { exchange.replacedError }
    var clock: CallClock { storage.clock }
    /// The policy that decodes the elements of the stream.
    var policy: any ResponsePolicy { storage.exchange.policies.first }
    /// The element after which nothing follows; `nil` if the stream ends with its body.
    var endMarker: EndMarker? { storage.endMarker }
    private var exchange: Exchange { storage.exchange }

    /// One reference: streams and their iterators hold several copies of the response.
    private let storage: Storage

    private final class Storage: Sendable {
        let head: TransportResponse
        let body: ByteStream
        let clock: CallClock
        let exchange: Exchange
        let endMarker: EndMarker?
        let reopening: Reopening

        init(
            _ exchange: Exchange, _ head: TransportResponse, _ body: ByteStream,
            _ clock: CallClock, _ endMarker: EndMarker?, _ reopening: @escaping Reopening
        ) {
            self.endMarker = endMarker
            self.exchange = exchange
            self.head = head
            self.body = body
            self.clock = clock
            self.reopening = reopening
        }
    }

    /// A closure that sends the same call again.
    typealias Reopening =
        @Sendable (
            _ previous: Exchange, _ lastEventID: String
        ) async throws(APIError) -> StreamingResponse

    /// - Parameter exchange: The call with its valid response.
    init(
        _ exchange: Exchange, _ head: TransportResponse, _ body: ByteStream, _ clock: CallClock,
        _ endMarker: EndMarker?, reopening: @escaping Reopening
    ) {
        var exchange = exchange
        // The failed attempts and their responses are not kept for the life of the stream.
        exchange.retries = nil
        storage = Storage(
            exchange, head, exchange.notifier?.observed(body) ?? body, clock, endMarker, reopening)
    }

    /// Returns the error of the call for an error while reading the body.
    func error(_ error: any Error) -> APIError {
        var exchange = exchange
        exchange.enter(.sending)
        return exchange.error(error)
    }

    /// Decodes an element of the body with the response policy of the call.
    ///
    /// - Parameter event: The name of the event that holds the element; `nil` for a line.
    /// - Throws: An error of the call, which is not reported to the observers.
    func element<Value: Decodable>(
        _ bytes: Data, event: String? = nil
    ) throws(APIError) -> Value {
        var element = head
        element.body = bytes
        do {
            return try exchange.reporting {
                if let event, let type = Value.self as? any JSONEvent.Type,
                    let value = try Self.read(type, event, bytes) as? Value
                {
                    return try CallResponse.checked(value, refusing: exchange.refusesBrokenLimits)
                }
                return try CallResponse.checked(
                    policy.decode(Value.self, from: element),
                    refusing: exchange.refusesBrokenLimits)
            }
        } catch {
            var exchange = exchange
            exchange.enter(.decoding, with: element)
            throw exchange.error(error)
        }
    }

    private static func read(
        _ type: any JSONEvent.Type, _ event: String, _ bytes: Data
    ) throws -> any JSONEvent {
        do {
            return try type.init(event: event, jsonData: bytes)
        } catch let error as JSONError {
            throw APIError.Cause(
                .decodingFailed, "the event does not have the expected shape: \(error)",
                advice: "compare it with the spec; the bytes are in the error's `response`",
                underlying: error)
        }
    }

    /// Returns the error that ends the call, and reports it to the observers.
    func failure(_ error: any Error) -> APIError {
        let error = (error as? APIError) ?? self.error(error)
        exchange.notifier?.notify(.failed(error))
        return error
    }

    func hasTime(after pause: Duration) -> Bool {
        exchange.deadline.map { clock.now() + pause < $0 } ?? true
    }

    /// Sends the call again with the last event ID.
    func reopen(after lastEventID: String) async throws(APIError) -> StreamingResponse {
        try await storage.reopening(exchange, lastEventID)
    }

    /// Throws if the call must not be repeated, or if its total time ends before the next connection.
    func checkRepeat(after pause: Duration) throws {
        guard let request = exchange.sent else { return }
        guard
            request.method == .get || request.method == .head
                || request.headers[.idempotencyKey] != nil
        else {
            throw APIError.Cause(
                .notRepeated,
                "the connection has ended, and a \(request.method.rawValue) is not sent again",
                advice: "leave `reconnection` nil, or give the call an Idempotency-Key")
        }
        guard hasTime(after: pause) else {
            throw APIError.Cause(
                .timedOut, "the total timeout expires before the next connection",
                advice: "raise `timeouts.total`, or set it to `Timeouts.unlimited`")
        }
    }
}

extension StreamingResponse: RedactedStringConvertible {
    /// The status, without header fields, which may contain secrets.
    public var description: String { "\(head.status.code), a stream" }
}

extension Exchange {
    /// Transfers the state of the previous call to a new one.
    ///
    /// - Parameters:
    ///   - lastEventID: The last event ID; empty if there is none.
    ///   - clock: The clock of the client.
    mutating func resume(_ previous: Exchange, after lastEventID: String, _ clock: CallClock) {
        let id = String(lastEventID[...].trimmingBlanks)
        // An ID that is not a valid field value is not sent.
        if !id.isEmpty, let field = try? HeaderField.make("Last-Event-ID", id) {
            request.headers[field.name] = field.value
        }
        if let key = previous.sent?.headers[.idempotencyKey] {
            request.headers[.idempotencyKey] = key
        }
        // The reconnection decides when the call is repeated.
        retries = nil
        deadline = previous.deadline
        cancellationCount = previous.cancellationCount
        if let deadline {
            request.options.timeouts.total = max(.milliseconds(1), deadline - clock.now())
        }
    }
}
