public import PosthornCore
public import PosthornPathMonitor

/// Middleware that lets a call wait for a network instead of failing.
///
/// ```swift
/// try PathMonitor.shared.start()
/// configuration.defaults.middleware += [WaitForConnectivity()]
/// ```
///
/// While no route leads out of the machine, a call waits. It is sent when a route appears, and fails with
/// `APIError.Code.noConnectivity` if none does within ``maximumWait`` or its `timeouts.total`. A
/// call to the machine itself, and one whose monitor does not know the status, does not wait. A route does not
/// mean that a server can be reached: use a retry policy, too.
public struct WaitForConnectivity: CallMiddleware {
    /// The longest time that a call waits; one minute by default.
    public let maximumWait: Duration

    private let updates: @Sendable () -> AsyncStream<PathMonitor.Status>
    private let clock: CallClock

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - monitor: The monitor, which you must start; that of the process by default.
    ///   - maximumWait: The longest time that a call waits.
    ///   - clock: The clock of the waiting time; a test may pass a manual clock.
    public init(
        _ monitor: PathMonitor = .shared, maximumWait: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(maximumWait: maximumWait, callClock: CallClock(clock)) { monitor.updates }
    }

    package init(
        maximumWait: Duration, callClock clock: CallClock,
        updates: @escaping @Sendable () -> AsyncStream<PathMonitor.Status>
    ) {
        self.maximumWait = maximumWait
        self.clock = clock
        self.updates = updates
    }

    /// Sends the request when there is a network.
    public func intercept(
        _ request: TransportRequest,
        next: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        if !request.isToThisMachine {
            try await wait(within: min(maximumWait, request.totalTime ?? maximumWait))
        }
        return try await next(request)
    }

    private func wait(within limit: Duration) async throws {
        var updates = updates().makeAsyncIterator()
        guard await updates.next() == .unsatisfied else { return }
        let hasNetwork = try await withThrowingTaskGroup(of: Bool.self) { group in
            let stream = self.updates()
            group.addTask {
                for await status in stream where status != .unsatisfied { return true }
                try Task.checkCancellation()
                return true
            }
            group.addTask {
                try await clock.sleep(limit)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? true
        }
        guard !hasNetwork else { return }
        throw APIError.Cause(
            .noConnectivity, "no route led out of the machine within \(limit.text)",
            advice: "call again when there is a network")
    }
}

extension TransportRequest {
    /// Whether the request is for a server on this machine, which needs no network.
    fileprivate var isToThisMachine: Bool {
        let host = origin.drop { $0 != "/" }.dropFirst(2)
        return host.hasPrefix("127.") || host.hasPrefix("[::1]") || host == "localhost"
            || host.hasPrefix("localhost:")
    }
}

extension APIError.Code {
    /// ``WaitForConnectivity`` did not send the call, because the machine has no network.
    public static let noConnectivity = Self(rawValue: "noConnectivity")
}
