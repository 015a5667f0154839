public import PosthornCore
public import PosthornStores

/// Middleware that stops calls to a server which fails, and lets a few through to see whether it has recovered.
///
/// A circuit is *closed* while the server works. If too many calls fail or are slow, it *opens*: calls fail at
/// once with `APIError.Code.circuitOpen`. After some time it is *half-open*: a few probes are sent.
/// If they succeed, it closes. If one fails, it opens for twice as long.
///
/// ```swift
/// configuration.defaults.middleware += [CircuitBreaker()]
/// ```
///
/// A call counts as failed if its status is 429 or 5xx, or if it gets no valid response, for example after a
/// timeout, a lost connection or a failed TLS handshake. Any other status counts as a success. Cancelled calls,
/// untrusted certificates, and calls that were not built or sealed do not count. With retries, each attempt
/// counts.
///
/// Clients can share a breaker. It is safe to use from any thread.
public final class CircuitBreaker: CallMiddleware {
    /// When a circuit opens, and for how long.
    public let rule: Rule

    private let clock: CallClock
    private let group: @Sendable (TransportRequest) -> String
    private let onChange: ChangeHandler?
    private let circuits = Locked<[String: Circuit]>([:])
    /// What other processes know; `nil` if the breaker counts its own calls only.
    private let shared: SharedCircuits?
    private static let mostCircuits = 1_000

    /// Creates a breaker.
    ///
    /// - Parameters:
    ///   - rule: When a circuit opens, and for how long.
    ///   - group: Returns the circuit of a request. The default has one for each origin; `{ $0.endpoint }` has
    ///     one for each endpoint.
    ///   - clock: The clock of the circuits; a test may pass a manual clock.
    ///   - onChange: Called after a circuit has changed its state, on the task of the call that changed it. It
    ///     receives the name of the circuit, and the states before and after the change.
    public convenience init(
        _ rule: Rule = Rule(),
        groupedBy group: @escaping @Sendable (TransportRequest) -> String = \.origin,
        clock: any Clock<Duration> = ContinuousClock(),
        onChange: (@Sendable (_ group: String, _ before: State, _ after: State) -> Void)? = nil
    ) {
        self.init(rule, callClock: CallClock(clock), groupedBy: group, onChange: onChange)
    }

    /// Creates a breaker that several processes share.
    ///
    /// The calls of all processes count. A circuit that one process opens is open for all, and one process at a time
    /// probes for all. No call of a closed circuit waits for the store: a process tells it of its calls within
    /// 100 milliseconds of a failed or slow one, and otherwise once in a tenth of the window or two seconds, whichever
    /// is shorter. It learns at the same time whether another has opened the circuit. If the store fails, the breaker
    /// counts the calls of its process, and asks again after a second.
    ///
    /// - Parameters:
    ///   - rule: When a circuit opens, and for how long; for the calls of all processes.
    ///   - store: Where the calls are counted. All processes use the same store, rule and groups.
    ///   - group: Returns the circuit of a request. The default has one for each origin.
    ///   - clock: The clock of the circuits; a test may pass a manual clock.
    ///   - onChange: Called after a circuit has changed its state in this process. It receives the name of the circuit,
    ///     and the states before and after the change.
    public convenience init(
        _ rule: Rule = Rule(), sharedIn store: any RateStore,
        groupedBy group: @escaping @Sendable (TransportRequest) -> String = \.origin,
        clock: any Clock<Duration> = ContinuousClock(),
        onChange: (@Sendable (_ group: String, _ before: State, _ after: State) -> Void)? = nil
    ) {
        self.init(
            rule, callClock: CallClock(clock), sharedIn: store, groupedBy: group, onChange: onChange
        )
    }

    package init(
        _ rule: Rule, callClock clock: CallClock, sharedIn store: (any RateStore)? = nil,
        groupedBy group: @escaping @Sendable (TransportRequest) -> String = \.origin,
        onChange: ChangeHandler? = nil
    ) {
        self.rule = rule
        shared = store.map { SharedCircuits($0, rule, clock) }
        self.clock = clock
        self.group = group
        self.onChange = onChange
    }

    /// Returns the state of a circuit, such as that of `https://api.example.com`.
    ///
    /// An open circuit whose time has passed is half-open.
    public func state(of group: String) -> State {
        circuits.withLock { $0[group]?.state(at: clock.now()) } ?? .closed
    }

    /// Sends the request if its circuit is not open.
    public func intercept(
        _ request: TransportRequest,
        next: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        let group = group(request)
        if let shared { await askForProbes(group, shared) }
        let ticket = try admit(group)
        let start = clock.now()
        do {
            let response = try await next(request)
            record(Outcome(of: response.status), since: start, ticket, group)
            return response
        } catch {
            record(Outcome(of: error), since: start, ticket, group)
            throw error
        }
    }

    private func admit(_ group: String) throws -> Circuit.Ticket {
        let now = clock.now()
        let (admission, before, after) = circuits.withLock { circuits in
            if circuits[group] == nil { Self.makeRoom(in: &circuits) }
            let before = circuits[group]?.phase ?? .closed
            let admission = circuits[group, default: Circuit()].admit(at: now, rule)
            return (admission, before, circuits[group]?.phase)
        }
        report(group, before, after)
        switch admission {
        case .admitted(let ticket): return ticket
        case .refused(let until):
            let time = until.map { max(.zero, $0 - now).text }
            throw APIError.Cause(
                .circuitOpen,
                "too many calls to \(group) have failed or were slow, so this one was not sent",
                advice: time.map { "call again in \($0)" }
                    ?? "call again when the probes have ended")
        }
    }

    private func record(
        _ outcome: Outcome, since start: ContinuousClock.Instant, _ ticket: Circuit.Ticket,
        _ group: String
    ) {
        let now = clock.now()
        let random = clock.random()
        let (before, after, counts) = circuits.withLock { circuits in
            let before = circuits[group]?.phase
            let counts = circuits[group]?
                .record(outcome, took: now - start, ticket, at: now, rule, random)
            return (before, circuits[group]?.phase, counts ?? nil)
        }
        if let counts { shared?.add(counts, to: group) { [weak self] in self?.receive($0, group) } }
        if let before, let after { tell(group, before, after) }
        report(group, before, after)
    }

    private func report(_ group: String, _ before: State?, _ after: State?) {
        if let before, let after, before != after { onChange?(group, before, after) }
    }

    /// Tells other processes that this one has opened or closed a circuit.
    private func tell(_ group: String, _ before: State, _ after: State) {
        guard before != after else { return }
        switch after {
        case .open(let end): shared?.open(group, until: end)
        case .closed:
            shared?.close(group) { [weak self] in self?.receive($0, group) }
        case .halfOpen: break
        }
    }

    /// Takes over what other processes have counted, opened and closed.
    private func receive(_ news: SharedCircuits.News, _ group: String) {
        let now = clock.now()
        let random = clock.random()
        let (before, after, opens) = circuits.withLock { circuits in
            if circuits[group] == nil { Self.makeRoom(in: &circuits) }
            var circuit = circuits[group] ?? Circuit()
            let before = circuit.phase
            if news.isClosed { circuit.close() }
            circuit.add(news.others, at: now, rule, random)
            let opens = circuit.phase != before && circuit.phase != .closed
            if news.pause > .zero { circuit.open(until: now + news.pause) }
            circuits[group] = circuit
            return (before, circuit.phase, opens)
        }
        if opens { tell(group, before, after) }
        report(group, before, after)
    }

    /// Asks the store whether this process may probe, if the time of an open circuit has passed.
    private func askForProbes(_ group: String, _ shared: SharedCircuits) async {
        let asks = circuits.withLock { $0[group]?.beginAsking(at: clock.now()) } ?? false
        guard asks else { return }
        let (news, mayProbe) = await shared.mayProbe(in: group)
        if let news { receive(news, group) }
        let now = clock.now()
        circuits.withLock { circuits in
            // The store is asked again after a while.
            if !mayProbe { circuits[group]?.open(until: now + SharedCalls.round) }
            circuits[group]?.endAsking()
        }
    }

    /// Drops the closed circuits when there are too many.
    private static func makeRoom(in circuits: inout [String: Circuit]) {
        guard circuits.count >= mostCircuits else { return }
        circuits = circuits.filter { $0.value.phase != .closed }
        if circuits.count >= mostCircuits { circuits.removeAll() }
    }
}

extension CircuitBreaker {
    /// When a circuit opens, and for how long.
    public struct Rule: Sendable, Hashable {
        /// The time over which calls are counted; 20 seconds by default.
        public var window: Duration
        /// The number of calls in the window below which the circuit stays closed; 20 by default.
        public var minimumCalls: Int
        /// The share of failed calls at which the circuit opens, from 0 to 1; 0.5 by default.
        public var failureRate: Double
        /// The share of slow calls at which the circuit opens, from 0 to 1; 0.8 by default.
        public var slowRate: Double
        /// The duration from which a call is slow; `nil`, the default, counts no slow calls.
        public var slowCall: Duration?
        /// How long the circuit is open for the first time; 5 seconds by default.
        ///
        /// The time doubles each time the probes fail. It is shortened by a random tenth, so that clients do
        /// not probe at the same moment.
        public var openTime: Duration
        /// The longest time for which the circuit is open; one minute by default.
        public var maximumOpenTime: Duration
        /// The number of probes that must succeed before the circuit closes; 3 by default.
        public var probes: Int

        /// Creates a rule.
        public init(
            window: Duration = .seconds(20), minimumCalls: Int = 20, failureRate: Double = 0.5,
            slowRate: Double = 0.8, slowCall: Duration? = nil, openTime: Duration = .seconds(5),
            maximumOpenTime: Duration = .seconds(60), probes: Int = 3
        ) {
            self.window = max(.milliseconds(10), window)
            self.minimumCalls = max(1, minimumCalls)
            self.failureRate = failureRate
            self.slowRate = slowRate
            self.slowCall = slowCall
            self.openTime = openTime
            self.maximumOpenTime = max(openTime, maximumOpenTime)
            self.probes = max(1, probes)
        }
    }

    /// The state of a circuit.
    public enum State: Sendable, Hashable {
        /// Calls are sent.
        case closed
        /// Calls fail at once until this time.
        case open(until: ContinuousClock.Instant)
        /// Only a few calls are sent, as probes.
        case halfOpen
    }

    package typealias ChangeHandler = @Sendable (String, State, State) -> Void

    /// What a call says about its server.
    enum Outcome: Sendable {
        case success
        case failure
        /// Nothing: the call was cancelled or not sent.
        case unknown

        init(of status: HTTPResponse.Status) {
            self = status.code >= 500 || status.code == 429 ? .failure : .success
        }

        private static let failures: Set<TransportError.Code> = [
            .timedOut, .nameNotResolved, .cannotConnect, .connectionLost, .notRepeated, .truncated,
            .tlsFailed, .proxyFailed, .malformedResponse,
        ]

        init(of error: any Error) {
            let isFailure = (error as? TransportError).map { Self.failures.contains($0.code) }
            self = isFailure == true ? .failure : .unknown
        }
    }
}

extension APIError.Code {
    /// A ``CircuitBreaker`` did not send the call, because too many calls to its server have failed or were slow.
    public static let circuitOpen = Self(rawValue: "circuitOpen")
}
