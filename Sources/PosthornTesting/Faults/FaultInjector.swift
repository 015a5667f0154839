import FoundationEssentials
public import PosthornCore

/// A transport that adds delays, lost connections, statuses and bandwidth limits to another one.
///
/// ```swift
/// var faults = FaultInjector(stub, seed: 1, clock: clock)
/// faults.conditions.latency = .milliseconds(200)
/// faults[ShopAPI.GetOrder.self].lossAfterSending = 0.1
/// let flaky = shop.over(faults)
/// ```
///
/// The faults depend on the seed, the endpoint and the number of the request to this endpoint. A test
/// therefore sees the same faults in each run, also if calls of different endpoints run at the same time. A
/// request without an endpoint is numbered by its method and path.
///
/// For each request, the injector waits for the latency, may lose the connection or respond with a status,
/// limits the upload, sends the request, may lose the connection again, and limits the download. A latency
/// longer than the request's `timeouts.total` or `timeouts.firstByte` fails with `timedOut` after that time.
/// The other delays have no time limit. Each retry is a request of its own.
///
/// Copies share the numbers of requests. You can use an injector from any number of tasks.
public struct FaultInjector: TransportWrapper {
    /// The transport that sends the requests.
    public let wrapped: any Transport
    /// The conditions of the requests whose endpoint has none of its own.
    public var conditions = NetworkConditions()

    private var ofEndpoints: [String: NetworkConditions] = [:]
    private let seed: UInt64
    private let clock: any Clock<Duration>
    private let counts = Locked<[String: UInt64]>([:])

    /// Creates an injector that adds nothing until ``conditions`` are set.
    ///
    /// - Parameters:
    ///   - wrapped: The transport that sends the requests.
    ///   - seed: The start of the random numbers.
    ///   - clock: The clock of all delays. The default is the system's; a test uses a ``ManualClock``.
    public init(
        _ wrapped: any Transport, seed: UInt64, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.wrapped = wrapped
        self.seed = seed
        self.clock = clock
    }

    /// The conditions of an endpoint, which replace ``conditions``.
    ///
    /// They begin as a copy of the current ``conditions``. The endpoint is recognized by its name.
    public subscript<E: EndpointRequest>(endpoint: E.Type) -> NetworkConditions {
        get { ofEndpoints[E.name] ?? conditions }
        set { ofEndpoints[E.name] = newValue }
    }

    /// Sends the request under its conditions.
    ///
    /// - Throws: The errors of the wrapped transport; `connectionLost`, `timedOut` or `cancelled`.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        let plan = plan(for: request)
        try await begin(plan, request)
        if let status = plan.status { return TransportResponse(status: status) }
        let response = try await wrapped.send(try await limited(request, plan))
        guard !plan.losesAfterSending else { throw .lost(afterSending: true) }
        try await sleep(FaultPlan.time(of: response.body.count, at: plan.downloadBytesPerSecond))
        return response
    }

    /// Sends the request under its conditions; a download limit applies to each piece of the body.
    ///
    /// - Throws: The errors of ``send(_:)``.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        let plan = plan(for: request)
        try await begin(plan, request.withLongResponse)
        if let status = plan.status { return TransportStream(TransportResponse(status: status)) }
        var stream = try await wrapped.stream(try await limited(request, plan))
        guard !plan.losesAfterSending else { throw .lost(afterSending: true) }
        guard let rate = plan.downloadBytesPerSecond else { return stream }
        stream.body = stream.body.adapted(()) { _, read throws(TransportError) in
            guard let piece = try await read() else { return nil }
            try await sleep(FaultPlan.time(of: piece.count, at: rate))
            return piece
        }
        return stream
    }

    private func plan(for request: TransportRequest) -> FaultPlan {
        let name = request.endpoint
        let path = request.target.prefix { $0 != "?" }
        let key = name.isEmpty ? "\(request.method.rawValue) \(path)" : name
        let index = counts.withLock { counts in
            counts[key, default: 0] += 1
            return counts[key, default: 0]
        }
        var random = SplitMix64(seed: seed, key: key, index: index)
        return FaultPlan(ofEndpoints[name] ?? conditions, &random)
    }

    private func begin(_ plan: FaultPlan, _ request: TransportRequest) async throws(TransportError)
    {
        let limits = request.limits
        if let limit = [limits.total, limits.firstByte].compactMap(\.self).min(), plan.delay > limit
        {
            try await sleep(limit)
            throw TransportError(
                .timedOut, "the injected latency is longer than the request's time")
        }
        try await sleep(plan.delay)
        if plan.losesBeforeSending { throw .lost(afterSending: false) }
    }

    /// Waits for the upload of a body in memory, or returns a body whose pieces wait.
    private func limited(
        _ request: TransportRequest, _ plan: FaultPlan
    ) async throws(TransportError) -> TransportRequest {
        guard let rate = plan.uploadBytesPerSecond, let body = request.body else { return request }
        if body.isInMemory {
            try await sleep(FaultPlan.time(of: body.count ?? 0, at: rate))
            return request
        }
        return request.with(
            body: body.watched(piece: { piece in
                try await sleep(FaultPlan.time(of: piece.count, at: rate))
            }))
    }

    private func sleep(_ time: Duration) async throws(TransportError) {
        guard time > .zero else { return }
        do { try await clock.sleep(for: time) } catch { throw .stubCancelled }
    }
}

extension TransportError {
    fileprivate static func lost(afterSending isSent: Bool) -> TransportError {
        TransportError(
            .connectionLost,
            "the injected fault lost the connection \(isSent ? "after" : "before") the request was sent",
            isSafeToRetry: !isSent)
    }
}
