public import PosthornCore

/// Middleware that spreads calls over time, and waits when the server asks for it.
///
/// ```swift
/// configuration.defaults.middleware += [RateLimiter(calls: 50, per: .seconds(1))]
/// ```
///
/// A call waits until the rate permits it. All calls of a group wait, too, after a response that asks for it:
/// `Retry-After` of a 429 or 503 (RFC 9110, section 10.2.3), or a `RateLimit` field without remaining quota
/// (draft-ietf-httpapi-ratelimit-headers). They then continue over a tenth of the waiting time, not all at
/// once. A call that would wait longer than its `timeouts.total` or ``maximumWait`` fails at once with
/// `APIError.Code.rateLimited`.
///
/// With retries, each attempt counts. Clients can share a limiter. It is safe to use from any thread.
public final class RateLimiter: CallMiddleware {
    /// The longest time that a call waits; 30 seconds by default.
    public let maximumWait: Duration

    /// The time between two calls at the full rate; zero for no rate of our own.
    private let interval: Duration
    private let burst: Int
    private let clock: CallClock
    private let group: @Sendable (TransportRequest) -> String
    /// The calls of all processes; `nil` if the limiter counts its own only.
    private let shared: SharedCalls?
    private let gates = Locked<[String: Gate]>([:])
    private static let mostGates = 1_000

    /// When the next calls of a group may be sent.
    private struct Gate {
        /// When the calls so far would end if they came at the full rate (generic cell rate algorithm).
        var booked: ContinuousClock.Instant
        /// Until when the server has asked to wait, and from when.
        var closed: (from: ContinuousClock.Instant, until: ContinuousClock.Instant)?
    }

    /// Creates a limiter with a rate of its own.
    ///
    /// - Parameters:
    ///   - calls: The number of calls in `period`, at least 1.
    ///   - period: The period.
    ///   - burst: The number of calls that may be sent at once after a pause. `nil`, the default, is `calls`.
    ///   - maximumWait: The longest time that a call waits.
    ///   - group: Returns the group of a request. The default has one for each origin.
    ///   - clock: The clock of the waiting times; a test may pass a manual clock.
    public convenience init(
        calls: Int, per period: Duration, burst: Int? = nil, maximumWait: Duration = .seconds(30),
        groupedBy group: @escaping @Sendable (TransportRequest) -> String = \.origin,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            period / max(1, calls), burst: burst ?? calls, maximumWait, callClock: CallClock(clock),
            group)
    }

    /// Creates a limiter whose rate is that of several processes.
    ///
    /// They count their calls in a store, which a process asks at most once in 100 milliseconds and group. If the store
    /// fails, the process continues with its share of the rate, without a burst, and asks again after a second. A pause
    /// that a server asks for counts for all processes.
    ///
    /// - Parameters:
    ///   - calls: The number of calls of all processes in `period`, at least 1.
    ///   - period: The period.
    ///   - burst: The number of calls that all processes may send at once after a pause. `nil`, the default, is
    ///     `calls`.
    ///   - store: Where the calls are counted. All processes use the same store, rate and groups.
    ///   - localShare: The share of the rate that this process uses while the store fails, such as 0.125 for one of
    ///     eight processes.
    ///   - maximumWait: The longest time that a call waits.
    ///   - group: Returns the group of a request. The default has one for each origin.
    ///   - clock: The clock of the waiting times; a test may pass a manual clock.
    public convenience init(
        calls: Int, per period: Duration, burst: Int? = nil, sharedIn store: any RateStore,
        localShare: Double, maximumWait: Duration = .seconds(30),
        groupedBy group: @escaping @Sendable (TransportRequest) -> String = \.origin,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let (calls, share) = (max(1, calls), min(1, max(0.000_001, localShare)))
        let rate = SharedRate(interval: period / calls, burst: burst ?? calls)
        let clock = CallClock(clock)
        self.init(
            rate.interval / share, burst: 1, maximumWait, callClock: clock,
            shared: SharedCalls(store, rate, maximumWait, clock), group)
    }

    /// Creates a limiter that only waits when the server asks for it.
    ///
    /// - Parameters:
    ///   - maximumWait: The longest time that a call waits.
    ///   - group: Returns the group of a request. The default has one for each origin.
    ///   - clock: The clock of the waiting times; a test may pass a manual clock.
    public convenience init(
        maximumWait: Duration = .seconds(30),
        groupedBy group: @escaping @Sendable (TransportRequest) -> String = \.origin,
        clock: any Clock<Duration> = ContinuousClock()
    ) { self.init(.zero, burst: 1, maximumWait, callClock: CallClock(clock), group) }

    package convenience init(
        _ interval: Duration, burst: Int, _ maximumWait: Duration, callClock clock: CallClock,
        _ group: @escaping @Sendable (TransportRequest) -> String = \.origin
    ) { self.init(interval, burst: burst, maximumWait, callClock: clock, shared: nil, group) }

    init(
        _ interval: Duration, burst: Int, _ maximumWait: Duration, callClock clock: CallClock,
        shared: SharedCalls?, _ group: @escaping @Sendable (TransportRequest) -> String
    ) {
        self.interval = max(.zero, interval)
        self.burst = max(1, burst)
        self.maximumWait = maximumWait
        self.clock = clock
        self.group = group
        self.shared = shared
    }

    /// Returns how long a call of a group would wait now.
    public func delay(for group: String) -> Duration {
        let now = clock.now()
        return gates.withLock { $0[group].map { waitingTime($0, now) } ?? .zero }
    }

    /// Sends the request when the rate and the server permit it.
    public func intercept(
        _ request: TransportRequest,
        next: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        let group = group(request)
        let limit = min(maximumWait, request.totalTime ?? maximumWait)
        let booking = try await reserve(group, within: limit)
        if booking.delay > .zero {
            do { try await wait(booking.delay, group, within: limit) } catch {
                // The call was cancelled or refused: the next one takes its moment.
                if let moment = booking.moment {
                    shared?.giveBack(moment, in: group)
                } else {
                    gates.withLock { $0[group]?.booked -= interval }
                }
                throw error
            }
        }
        let response = try await next(request)
        if let pause = ServerPause.requested(by: response) {
            close(group, for: pause)
            await shared?.pause(group, for: pause)
        }
        return response
    }

    /// Reserves a call in the store that processes share, or else in this process.
    private func reserve(
        _ group: String, within limit: Duration
    ) async throws -> (delay: Duration, moment: ContinuousClock.Instant?) {
        switch await shared?.next(in: group, within: limit) {
        case .send(let moment): return (moment - clock.now(), moment)
        case .refuse(let delay): throw refusal(group, after: delay, limit)
        case .unavailable, nil: return (try book(group, within: limit), nil)
        }
    }

    /// Waits, and longer if the server has asked for a pause in the meantime.
    private func wait(_ delay: Duration, _ group: String, within limit: Duration) async throws {
        let end = clock.now() + limit
        try await clock.sleep(delay)
        while true {
            let other = await shared?.pauseEnd(in: group)
            let now = clock.now()
            let closed = max(gates.withLock { $0[group]?.closed?.until ?? now }, other ?? now)
            guard closed > now else { return }
            guard closed <= end else { throw refusal(group, after: closed - now, limit) }
            try await clock.sleep(closed - now + (closed - now) * 0.1 * clock.random())
        }
    }

    private func refusal(
        _ group: String, after delay: Duration, _ limit: Duration
    ) -> APIError.Cause {
        APIError.Cause(
            .rateLimited,
            "the call to \(group) would have to wait for \(delay.text), longer than its limit of "
                + "\(limit.text)",
            advice: "call again later, or raise `maximumWait` or `timeouts.total`")
    }

    private func waitingTime(_ gate: Gate, _ now: ContinuousClock.Instant) -> Duration {
        let rate = gate.booked - interval * (burst - 1) - now
        return max(.zero, rate, gate.closed.map { $0.until - now } ?? .zero)
    }

    /// Books the next free moment and returns the time until then.
    private func book(_ group: String, within limit: Duration) throws -> Duration {
        let now = clock.now()
        let random = clock.random()
        let (delay, isBooked) = gates.withLock { gates -> (Duration, Bool) in
            var gate = gates[group] ?? Gate(booked: now)
            var delay = waitingTime(gate, now)
            if let closed = gate.closed, closed.until > now {
                // Spreads the calls that wait for the same moment.
                delay += (closed.until - closed.from) * 0.1 * random
            }
            guard delay <= limit else { return (delay, false) }
            let opening = gate.closed.map { max($0.until, now) } ?? now
            gate.booked = max(gate.booked, opening) + interval
            Self.makeRoom(in: &gates, now)
            gates[group] = gate
            return (delay, true)
        }
        guard isBooked else { throw refusal(group, after: delay, limit) }
        return delay
    }

    private func close(_ group: String, for pause: Duration) {
        let now = clock.now()
        gates.withLock { gates in
            var gate = gates[group] ?? Gate(booked: now)
            if (gate.closed?.until ?? now) < now + pause { gate.closed = (now, now + pause) }
            gates[group] = gate
        }
    }

    /// Drops the groups that need not wait when there are too many.
    private static func makeRoom(in gates: inout [String: Gate], _ now: ContinuousClock.Instant) {
        guard gates.count >= mostGates else { return }
        gates = gates.filter { $0.value.booked > now || ($0.value.closed?.until ?? now) > now }
        if gates.count >= mostGates { gates.removeAll() }
    }
}

extension APIError.Code {
    /// A ``RateLimiter`` refused the call, because it would have to wait too long.
    public static let rateLimited = Self(rawValue: "rateLimited")
}
