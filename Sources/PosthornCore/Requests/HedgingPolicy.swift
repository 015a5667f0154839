/// Sends a second request when a response is late, and uses the response that arrives first.
///
/// It helps if a server is sometimes slow for reasons unrelated to the request. A call waits for the 95th
/// percentile of its endpoint's latency. If there is no response by then, it sends a second request. The slower
/// of the two is cancelled.
///
/// ```swift
/// configuration.defaults.hedging = HedgingPolicy()
/// ```
///
/// Only a request that may reach the server twice is hedged: one with an idempotent method or an
/// `Idempotency-Key`, and with a body that can be read again. Each request is sealed and signed on its own.
/// Streams, downloads and calls with a `CallTask` are not hedged. The first calls of an endpoint only measure.
///
/// A second request takes tokens of the client's ``RetryBudget``, and at most one call in twenty sends one. So
/// a server that is slow for all calls does not receive twice the load.
///
/// Clients can share a policy. It is safe to use from any thread.
public final class HedgingPolicy: Sendable {
    /// The share of calls that respond before a second request is sent; 0.95 by default.
    public let percentile: Double
    /// The number of calls of an endpoint that are measured first; 50 by default.
    public let minimumCalls: Int
    /// The largest share of calls that send a second request; 0.05 by default.
    public let maximumShare: Double

    private let state = Locked(State())
    private static let mostEndpoints = 1_000

    private struct State {
        var calls = 0
        var hedged = 0
        var latencies: [String: Latencies] = [:]
    }

    /// Creates a policy.
    public init(percentile: Double = 0.95, minimumCalls: Int = 50, maximumShare: Double = 0.05) {
        self.percentile = min(max(0, percentile), 1)
        self.minimumCalls = max(1, minimumCalls)
        self.maximumShare = min(max(0, maximumShare), 1)
    }

    /// The number of calls so far that could send a second request.
    public var calls: Int { state.withLock { $0.calls } }

    /// The number of calls that sent a second request.
    public var hedgedCalls: Int { state.withLock { $0.hedged } }

    /// Returns how long a call of an endpoint waits before it sends a second request.
    ///
    /// `nil` while too few calls are measured.
    public func delay(for endpoint: String) -> Duration? {
        state.withLock { state in
            guard (state.latencies[endpoint]?.count ?? 0) >= minimumCalls else { return nil }
            return state.latencies[endpoint]?.percentile(percentile)
        }
    }

    func countCall() { state.withLock { $0.calls += 1 } }

    /// Whether one more call may send a second request; counts it if so.
    func admit() -> Bool {
        state.withLock { state in
            guard Double(state.hedged + 1) <= maximumShare * Double(state.calls) else {
                return false
            }
            state.hedged += 1
            return true
        }
    }

    /// Takes back an admission whose request was not sent.
    func withdraw() { state.withLock { $0.hedged -= 1 } }

    func add(_ latency: Duration, for endpoint: String) {
        state.withLock { state in
            if state.latencies[endpoint] == nil, state.latencies.count >= Self.mostEndpoints {
                state.latencies.removeAll()
            }
            state.latencies[endpoint, default: Latencies()].add(latency)
        }
    }
}

/// The last latencies of an endpoint.
private struct Latencies {
    private static let capacity = 256
    private var values: [Duration] = []
    private var next = 0
    private(set) var count = 0
    /// The last percentile; `nil` if too many values were added since.
    private var cachedPercentile: Duration?

    mutating func add(_ value: Duration) {
        count += 1
        // Sorting a full buffer for each call would cost as much as the call.
        if count % 16 == 0 || count <= Self.capacity { cachedPercentile = nil }
        if values.count < Self.capacity {
            values.append(value)
        } else {
            values[next] = value
            next = (next + 1) % Self.capacity
        }
    }

    mutating func percentile(_ share: Double) -> Duration? {
        if let cachedPercentile { return cachedPercentile }
        let sorted = values.sorted()
        guard let last = sorted.indices.last else { return nil }
        let index = Int((Double(sorted.count) * share).rounded(.up)) - 1
        cachedPercentile = sorted[min(last, max(0, index))]
        return cachedPercentile
    }
}
