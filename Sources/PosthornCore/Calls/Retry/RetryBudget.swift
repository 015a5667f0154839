/// Limits the retries of all calls of a client, so that they do not add to the load of a failing server.
///
/// Each origin has a bucket of tokens, which starts full. A retry takes ``cost`` tokens, or
/// ``throttlingCost`` after throttling. A call that succeeds after a retry returns the tokens of its last
/// one. A call that succeeds at once adds one token. If the bucket has too few tokens, the call fails with
/// its own error, whose ``APIError/retryStop`` is ``RetryStop/retryBudgetExhausted``.
///
/// Only calls with a retry policy or a ``HedgingPolicy`` use the budget. Clients can share one. It is safe to use
/// from any thread.
public final class RetryBudget: Sendable {
    /// The number of tokens in a full bucket; 500 by default.
    public let capacity: Int
    /// The number of tokens that a retry takes; 14 by default.
    public let cost: Int
    /// The number of tokens that a retry after throttling takes; 5 by default.
    public let throttlingCost: Int

    /// The tokens of the origins whose buckets are not full.
    private let tokens = Locked<[String: Int]>([:])
    private static let mostOrigins = 1_000
    /// The tokens of all processes; `nil` if the budget counts those of this process only.
    private let shared: (any SharedTokens)?

    /// Creates a budget; with the default values, a server that always fails causes 35 retries.
    public convenience init(capacity: Int = 500, cost: Int = 14, throttlingCost: Int = 5) {
        self.init(capacity: capacity, cost: cost, throttlingCost: throttlingCost, shared: nil)
    }

    package init(capacity: Int, cost: Int, throttlingCost: Int, shared: (any SharedTokens)?) {
        self.capacity = max(0, capacity)
        self.cost = max(0, cost)
        self.throttlingCost = max(0, throttlingCost)
        self.shared = shared
    }

    /// Returns the tokens that an origin such as `https://api.example.com` has left.
    public func tokens(for origin: String) -> Int {
        shared?.tokens(for: origin) ?? tokens.withLock { $0[origin] ?? capacity }
    }

    /// Takes the tokens of a retry; returns `nil` if there are too few.
    package func take(for origin: String, isThrottled: Bool) -> Int? {
        let cost = isThrottled ? throttlingCost : cost
        if let shared { return shared.take(cost, for: origin) ? cost : nil }
        return tokens.withLock { tokens in
            let left = tokens[origin] ?? capacity
            guard left >= cost else { return nil }
            if tokens[origin] == nil, tokens.count >= Self.mostOrigins,
                let fullest = tokens.max(by: { $0.value < $1.value })
            {
                tokens[fullest.key] = nil
            }
            tokens[origin] = left - cost
            return cost
        }
    }

    /// Adds tokens after a success.
    package func add(_ count: Int, for origin: @autoclosure () -> String) {
        if let shared { return shared.add(count, for: origin()) }
        tokens.withLock { tokens in
            guard !tokens.isEmpty else { return }
            let origin = origin()
            guard let left = tokens[origin] else { return }
            tokens[origin] = left + count < capacity ? left + count : nil
        }
    }
}

/// The tokens of a budget that processes share.
package protocol SharedTokens: Sendable {
    /// Returns the tokens that an origin has left.
    func tokens(for origin: String) -> Int
    /// Takes tokens; returns `false` if there are too few.
    func take(_ cost: Int, for origin: String) -> Bool
    /// Adds tokens after a success.
    func add(_ count: Int, for origin: String)
}
