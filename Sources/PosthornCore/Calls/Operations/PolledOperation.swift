import FoundationEssentials

/// A handle of an operation that a server carries out after its response.
///
/// ```swift
/// let export = try await shop.createExport(format: "csv")
/// save(export.token)                        // another process can continue with it
/// while try await export.poll() { show(export.progress) }
/// let file = try await export.value         // polls too, if nobody has
/// ```
///
/// A failed poll ends the waiting, not the operation: poll again, or set `retry`. Tasks can share the handle.
public final class PolledOperation<E: PolledEndpoint>: Sendable {
    private let service: any APIService
    private let content: Locked<Content>

    private struct Content: Sendable {
        /// The place of the state; `nil` for an operation that ended with the first response.
        var target: OperationTarget?
        var valueTarget: OperationTarget?
        var state: E.PolledState?
        var outcome = OperationOutcome<E.PolledValue>.running
        var delay = Duration.zero
        /// The latest exchange, for errors; `nil` for a continued operation before its first poll.
        var exchange: Box<Exchange>?

        /// Takes over the response to the first request or to a poll.
        mutating func take(_ state: E.PolledState?, _ exchange: Exchange) throws {
            let isFirst = target == nil
            self.exchange = Box(exchange)
            if let state {
                self.state = state
                outcome = E.outcome(of: state)
            }
            let headers = exchange.response?.headers ?? [:]
            // A server that wants to be asked at once gets the spec's time, which bounds the number of polls.
            let asked = RetryAfter.delay(of: headers)
            delay = asked.flatMap { $0 > .zero ? $0 : nil } ?? E.pollInterval
            guard isFirst else { return }
            if let name = E.valueHeader, HTTPField.Name(name).map(headers.contains) == true {
                valueTarget = try OperationTarget(.header(name), in: exchange)
            }
            if case .running = outcome {
                target = try OperationTarget(E.place(of: state), in: exchange)
            }
        }
    }

    private struct Token: Codable {
        var operation: String
        var at: OperationTarget?
        var value: OperationTarget?
    }

    fileprivate init(_ state: E.PolledState?, _ exchange: Exchange, of service: some APIService)
        throws
    {
        var content = Content()
        try content.take(state, exchange)
        self.service = service
        self.content = Locked(content)
    }

    fileprivate init(token text: String, of service: some APIService) throws(APIError) {
        let token = try? JSONDecoder().decode(Token.self, from: Data(text.utf8))
        guard let token, token.operation == E.name, let target = token.at else {
            throw APIError(
                .invalidParameter, endpoint: E.name, stage: .building,
                message: token.map { $0.operation == E.name } == true
                    ? "the operation of the token had ended when the token was made"
                    : "the token is not one of an operation of \(E.name)",
                advice: "pass the `token` of an operation of the same endpoint that was running")
        }
        self.service = service
        content = Locked(Content(target: target, valueTarget: token.value))
    }

    /// The latest state; `nil` if no response has held one.
    public var state: E.PolledState? { content.withLock { $0.state } }

    /// The progress that the latest state reports, as the server counts it; `nil` if it reports none.
    public var progress: Double? { state.flatMap(E.progress) }

    /// A text with which another process continues the operation, by ``APIService/operation(_:token:)``.
    ///
    /// It names the endpoint and the place of the state. Keep it as safe as that URL, which may contain a signature.
    public var token: String {
        let (target, value) = content.withLock { ($0.target, $0.valueTarget) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? encoder.encode(Token(operation: E.name, at: target, value: value))
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Waits for the time of the next poll, asks for the state, and returns whether the operation still runs.
    ///
    /// The time is that of `Retry-After`, or else that of the spec. Returns `false` at once after the end.
    ///
    /// - Throws: The endpoint's failure, for the poll. A state that tells of a failed operation is no error here.
    @discardableResult
    public func poll() async throws(E.Failure) -> Bool {
        let (target, delay, outcome) = content.withLock { ($0.target, $0.delay, $0.outcome) }
        guard case .running = outcome, let target else { return false }
        do { try await clock.sleep(delay) } catch {
            throw failure(APIError.Cause(error, in: .sending))
        }
        let (state, exchange) = try await service.call(StateRequest<E>(target: target))
        do {
            // Generated code runs without the lock.
            var next = content.withLock { $0 }
            try next.take(state, exchange)
            let taken = next
            content.withLock { $0 = taken }
            if case .running = taken.outcome { return true }
            return false
        } catch {
            throw failure(error)
        }
    }

    /// The result of the operation, for which this polls until the operation ends.
    ///
    /// - Throws: The endpoint's failure. Its code is `operationFailed` if the server reports that the operation has
    ///   failed, and `timedOut` if it has not ended within the spec's time. Both have the last response, and
    ///   ``state`` is the last state; after `timedOut`, read the value again to wait longer.
    public var value: E.PolledValue {
        get async throws(E.Failure) {
            let end = clock.now() + E.pollTimeout
            while true {
                let content = content.withLock { $0 }
                switch content.outcome {
                case .running:
                    guard clock.now() + content.delay <= end else { throw failure(Self.endless) }
                    try await poll()
                case .ended(let value?): return value
                case .ended(nil): throw failure(Self.lacksValue)
                case .endedAt(let place):
                    let value = try await fetch(place, content)
                    self.content.withLock { $0.outcome = .ended(value) }
                    return value
                case .failed: throw failure(Self.failed)
                }
            }
        }
    }

    private func fetch(_ place: OperationPlace, _ content: Content) async throws(E.Failure)
        -> E.PolledValue
    {
        let target: OperationTarget
        do {
            if case .header = place, let first = content.valueTarget {
                target = first
            } else {
                target = try Self.target(place, content)
            }
        } catch {
            throw failure(error)
        }
        return try await service.call(ValueRequest<E>(target: target)).value
    }

    private static func target(
        _ place: OperationPlace, _ content: Content
    ) throws -> OperationTarget {
        guard let exchange = content.exchange?.value else {
            throw APIError.Cause(
                .operationFailed, "nothing is known of the operation before its first poll",
                advice: "call `poll` first")
        }
        return try OperationTarget(place, in: exchange)
    }

    private var clock: CallClock { service.configuration.callClock }

    /// Creates the error of the operation, with the last request and response.
    private func failure(_ error: any Error) -> E.Failure {
        let exchange = content.withLock { $0.exchange?.value }
        return .other(Self.error(error, exchange))
    }

    fileprivate static func error(_ error: any Error, _ exchange: Exchange?) -> APIError {
        let cause = APIError.Cause(error, in: .sending)
        return cause.error(
            endpoint: E.name, stage: cause.code == .operationFailed ? .decoding : .sending,
            request: exchange?.sent, response: exchange?.response)
    }

    private static var failed: APIError.Cause {
        APIError.Cause(
            .operationFailed, "the server reports that the operation has failed",
            advice: "read the operation's `state`")
    }

    private static var lacksValue: APIError.Cause {
        APIError.Cause(
            .operationFailed, "the operation has ended, and its state lacks the result",
            advice: "compare `value` under `poll` in the spec with the response")
    }

    private static var endless: APIError.Cause {
        APIError.Cause(
            .timedOut, "the operation has not ended within \(E.pollTimeout.text)",
            advice:
                "read `value` again to wait longer, write a longer `timeout` under `poll`, or keep the `token`"
        )
    }
}

extension PolledOperation where E: CancellableEndpoint {
    /// Asks the server to cancel the operation.
    ///
    /// The next poll shows whether it did.
    ///
    /// - Throws: The endpoint's failure.
    public func cancel() async throws(E.Failure) {
        let content = content.withLock { $0 }
        guard let state = content.target else { return }
        let target: OperationTarget
        do {
            target =
                try E.cancelPlace(of: content.state).map { try Self.target($0, content) } ?? state
        } catch {
            throw failure(error)
        }
        try await service.send(CancelRequest<E>(target: target))
    }
}

extension PolledOperation: RedactedStringConvertible {
    /// The endpoint and how far the operation is, without state and place.
    public var description: String { "\(E.name): \(content.withLock { $0.outcome })" }
}

extension APIService {
    /// Calls an endpoint that starts an operation, and returns the operation's handle.
    ///
    /// - Throws: The endpoint's failure. Its code is `operationFailed` if the response does not tell where the
    ///   operation is.
    public func startOperation<E: PolledEndpoint>(
        _ endpoint: E
    ) async throws(E.Failure) -> PolledOperation<E> {
        let (state, exchange) = try await call(endpoint)
        do { return try PolledOperation(state, exchange, of: self) } catch {
            throw .other(PolledOperation<E>.error(error, exchange))
        }
    }

    /// Returns the handle of an operation that another handle or process has started.
    ///
    /// Sends nothing; the state is `nil` until the first poll.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint that started the operation, such as `ShopAPI.CreateExport.self`.
    ///   - token: The ``PolledOperation/token`` of the operation.
    /// - Throws: An ``APIError`` of the stage `building` if the token is another's.
    public func operation<E: PolledEndpoint>(
        _ endpoint: E.Type, token: String
    ) throws(APIError) -> PolledOperation<E> {
        try PolledOperation(token: token, of: self)
    }
}
