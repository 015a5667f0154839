public import PosthornCore

/// Middleware that limits the calls in flight, and lets the others wait in a queue.
///
/// ```swift
/// configuration.defaults.middleware += [ConcurrencyLimit(8)]
/// ```
///
/// The call with the earliest deadline goes next, by its `timeouts.total`. Calls with the same deadline go in
/// the order of arrival. A call that finds the queue full fails at once with
/// `APIError.Code.queueFull`. One whose total time passes while it waits fails with `timedOut`. A
/// cancelled call leaves the queue at once.
///
/// With retries, an attempt leaves its place before the delay. A stream or a download occupies its place until
/// its head has arrived; the session limits its connections by `SessionConfiguration.limits`.
///
/// Clients can share a limit. It is safe to use from any thread.
public final class ConcurrencyLimit: CallMiddleware {
    /// The number of calls of a group that may be in flight.
    public let limit: Int
    /// The number of calls of a group that may wait.
    public let queueLimit: Int

    private let clock: CallClock
    private let group: @Sendable (TransportRequest) -> String
    private let state = Locked(State())

    private struct Waiter {
        let id: Int
        let deadline: ContinuousClock.Instant?
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var running: [String: Int] = [:]
        var queues: [String: [Waiter]] = [:]
        var lastID = 0
    }

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - limit: The number of calls of a group that may be in flight, at least 1.
    ///   - queueLimit: The number of calls of a group that may wait; 1,000 by default.
    ///   - group: Returns the group of a request. The default has one for each origin.
    ///   - clock: The clock of the waiting times; a test may pass a manual clock.
    public init(
        _ limit: Int, queueLimit: Int = 1_000,
        groupedBy group: @escaping @Sendable (TransportRequest) -> String = \.origin,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.limit = max(1, limit)
        self.queueLimit = max(0, queueLimit)
        self.clock = CallClock(clock)
        self.group = group
    }

    /// Returns the number of calls of a group that are in flight.
    public func callsInFlight(of group: String) -> Int {
        state.withLock { $0.running[group] ?? 0 }
    }

    /// Returns the number of calls of a group that wait.
    public func waitingCalls(of group: String) -> Int {
        state.withLock { $0.queues[group]?.count ?? 0 }
    }

    /// Sends the request when there is a place for it.
    public func intercept(
        _ request: TransportRequest,
        next: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        let group = group(request)
        if !takePlace(in: group) { try await wait(in: group, for: request) }
        defer { leave(group) }
        return try await next(request)
    }

    private func takePlace(in group: String) -> Bool {
        state.withLock { state in
            let running = state.running[group] ?? 0
            guard running < limit else { return false }
            state.running[group] = running + 1
            return true
        }
    }

    private func wait(in group: String, for request: TransportRequest) async throws {
        let total = request.totalTime
        let deadline = total.map { clock.now() + $0 }
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let timer = Locked<Task<Void, Never>?>(nil)
        defer { timer.withLock { $0 }?.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(group, Waiter(id: id, deadline: deadline, continuation: continuation))
                // The task may have been cancelled before it had entered.
                if Task.isCancelled {
                    remove(id, from: group)?.resume(throwing: CancellationError())
                }
                // Starts after the entry, so that it finds the call.
                if let total { timer.withLock { $0 = self.timer(of: id, in: group, total) } }
            }
        } onCancel: {
            remove(id, from: group)?.resume(throwing: CancellationError())
        }
    }

    private func timer(of id: Int, in group: String, _ total: Duration) -> Task<Void, Never> {
        Task {
            guard (try? await clock.sleep(total)) != nil else { return }
            remove(id, from: group)?.resume(
                throwing: APIError.Cause(
                    .timedOut,
                    "the timeout expired while \(limit) other calls to \(group) were in flight",
                    advice: "raise the limit or `timeouts.total`, or call less often"))
        }
    }

    private func enter(_ group: String, _ waiter: Waiter) {
        let refusal = state.withLock { state -> (any Error)?? in
            let running = state.running[group] ?? 0
            if running < limit {
                state.running[group] = running + 1
                return .some(nil)
            }
            guard state.queues[group, default: []].count < queueLimit else {
                return .some(
                    APIError.Cause(
                        .queueFull,
                        "the queue of calls to \(group) is full; its limit is \(queueLimit)",
                        advice: "call less often, or raise the queue's limit"))
            }
            state.queues[group, default: []].append(waiter)
            return nil
        }
        switch refusal {
        case .some(let error?): waiter.continuation.resume(throwing: error)
        case .some(nil): waiter.continuation.resume()
        case nil: break
        }
    }

    private func remove(_ id: Int, from group: String) -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            guard let index = state.queues[group]?.firstIndex(where: { $0.id == id }) else {
                return nil
            }
            let waiter = state.queues[group]?.remove(at: index)
            if state.queues[group]?.isEmpty == true { state.queues[group] = nil }
            return waiter?.continuation
        }
    }

    /// Gives the place to the waiting call with the earliest deadline.
    private func leave(_ group: String) {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let queue = state.queues[group],
                let index = queue.indices.min(by: { Self.precedes(queue[$0], queue[$1]) })
            else {
                let running = (state.running[group] ?? 1) - 1
                state.running[group] = running > 0 ? running : nil
                return nil
            }
            let waiter = state.queues[group]?.remove(at: index)
            if state.queues[group]?.isEmpty == true { state.queues[group] = nil }
            return waiter?.continuation
        }
        next?.resume()
    }

    private static func precedes(_ first: Waiter, _ second: Waiter) -> Bool {
        switch (first.deadline, second.deadline) {
        case (let one?, let other?) where one != other: one < other
        case (_?, nil): true
        case (nil, _?): false
        default: first.id < second.id
        }
    }
}

extension APIError.Code {
    /// A ``ConcurrencyLimit`` refused the call, because too many calls wait.
    public static let queueFull = Self(rawValue: "queueFull")
}
