import FoundationEssentials

/// Collects the requests of a batch, sends them in one exchange, and hands out the parts of the response.
final class BatchCollector: Sendable {
    private typealias Waiting = CheckedContinuation<
        Result<TransportResponse, TransportError>, Never
    >

    private struct State {
        /// The calls that have neither sent a request nor ended.
        var missing: Int
        var seats = 0
        var waiting: [(seat: Int, request: TransportRequest, continuation: Waiting)] = []
        var exchange: Task<Void, Never>?
        var isCancelled = false
    }

    private let form: BatchForm
    /// The path of the service's base URL, to which the URLs of a batch are relative.
    private let basePath: String
    private let send: @Sendable (BatchRequest) async throws(APIError) -> TransportResponse
    private let state: Locked<State>

    init(_ form: BatchForm, count: Int, for service: some APIService) {
        self.form = form
        let configuration = service.configuration
        let base =
            configuration.scopes.last { $0.baseURL != nil }?.baseURL ?? configuration.baseURL
            ?? type(of: service).server.flatMap { try? BaseURL.parts(of: $0) }
        basePath = base?.path ?? ""
        send = { request async throws(APIError) in
            try await service.response(to: request).raw
        }
        state = Locked(State(missing: count))
    }

    /// The place of one call.
    func seat() -> BatchSeat {
        let number = state.withLock { state in
            state.seats += 1
            return state.seats
        }
        return BatchSeat(number: number, collector: self)
    }

    /// Waits for the exchange of all calls.
    fileprivate func response(
        to request: TransportRequest, at seat: Int
    ) async -> Result<TransportResponse, TransportError> {
        await withCheckedContinuation { continuation in
            let isComplete = state.withLock { state in
                state.waiting.append((seat, request, continuation))
                state.missing -= 1
                return state.missing == 0
            }
            if isComplete { begin() }
        }
    }

    /// Has the batch go without a call that ended before it sent a request.
    fileprivate func leave() {
        let isComplete = state.withLock { state in
            state.missing -= 1
            return state.missing == 0
        }
        if isComplete { begin() }
    }

    /// Cancels the exchange of all calls.
    func cancel() {
        let exchange = state.withLock { state in
            state.isCancelled = true
            return state.exchange
        }
        exchange?.cancel()
    }

    /// Begins the exchange in a task of its own, so that no call's end ends it.
    private func begin() {
        let task = Task { await exchange() }
        let isCancelled = state.withLock { state in
            state.exchange = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    private func exchange() async {
        let waiting = state.withLock { state in
            let waiting = state.waiting.sorted { $0.seat < $1.seat }
            state.waiting = []
            return waiting
        }
        guard !waiting.isEmpty else { return }
        var results: [Result<TransportResponse, TransportError>]
        let requests = waiting.map(\.request)
        do throws(APIError) {
            let message: BatchMessage
            do { message = try BatchMessage(form, requests, relativeTo: basePath) } catch {
                throw APIError.Cause(error, in: .building).error(
                    endpoint: BatchRequest.name, stage: .building, request: nil, response: nil)
            }
            let response = try await send(BatchRequest(message: message))
            results = message.results(in: response)
        } catch {
            results = requests.map { _ in Self.failure(error) }
        }
        for (waiter, result) in zip(waiting, results) {
            waiter.continuation.resume(returning: result)
        }
    }

    /// Returns what each call of a failed exchange gets: its response, or else its error.
    private static func failure(_ error: APIError) -> Result<TransportResponse, TransportError> {
        if let response = error.response, response.status.kind != .successful {
            return .success(response)
        }
        return .failure(
            TransportError(
                error.code, "the batch failed: \(error.message)", advice: error.advice,
                underlying: error))
    }
}

/// Sends the request of one call of a batch.
struct BatchSeat: Transport {
    fileprivate let number: Int
    fileprivate let collector: BatchCollector
    private let hasSent = Locked(false)

    fileprivate init(number: Int, collector: BatchCollector) {
        (self.number, self.collector) = (number, collector)
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard
            hasSent.withLock({ wasSent in
                defer { wasSent = true }; return !wasSent
            })
        else {
            throw TransportError(
                .invalidRequest, "a call of a batch can't be sent again",
                advice: "call the endpoint alone")
        }
        return try await collector.response(to: request, at: number).get()
    }

    /// Ends the call, which may not have sent a request.
    func leave() {
        if hasSent.withLock({ wasSent in
            defer { wasSent = true }; return !wasSent
        }) {
            collector.leave()
        }
    }
}

/// The exchange of a batch.
struct BatchRequest: Endpoint {
    typealias Output = Data
    static let name = "batch"
    let message: BatchMessage

    func build(_ request: inout RequestBuilder) {
        request.method(.post, message.path)
        // The policies of the calls check the media type of their parts, which may be one of the service.
        request.responsePolicy = BatchPolicy(message: message)
        request.header("Accept", "application/json")
        request.bytes(message.body, as: "application/json")
    }
}

/// Reads the response of a batch, and reports its parts that belong to no call.
private struct BatchPolicy: ResponsePolicyWrapper {
    let message: BatchMessage
    var wrapped: any ResponsePolicy { .raw }

    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        message.reportForeignParts(of: response)
        return try wrapped.decode(type, from: response)
    }
}
