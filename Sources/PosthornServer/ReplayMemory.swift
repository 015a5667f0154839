import PosthornCore
import PosthornSupport

/// A memory of the exchanges that a server has received, so that none is processed twice.
///
/// Several instances of a server share one, such as a database with a unique key.
public protocol ReplayMemory: Sendable {
    /// Remembers an exchange.
    ///
    /// Of concurrent calls with the same id, one gets `true`.
    /// - Parameters:
    ///   - id: The id of the exchange, which is authenticated.
    ///   - lifetime: How long the exchange has to be remembered; `nil` for as long as the key is in use.
    /// - Returns: Whether the exchange is new.
    /// - Throws: Any error, which refuses the request.
    func remember(_ id: String, for lifetime: Duration?) async throws -> Bool
}

/// A memory in the process: for a server of one instance, and for tests.
///
/// When it is full, the server refuses requests, because forgetting one would let a copy of it pass. Choose a capacity of
/// at least the requests within twice the time window.
public final class LocalReplayMemory: ReplayMemory {
    private struct State {
        var times: [String: ContinuousClock.Instant?] = [:]
        /// The ids in the order of their arrival, in which they are forgotten.
        var order: [String] = []
        var first = 0
    }

    private let state = Locked(State())
    private let capacity: Int

    /// Creates an empty memory.
    ///
    /// - Parameter capacity: The number of exchanges that it can hold, at least 1. 100,000 by default.
    public init(capacity: Int = 100_000) { self.capacity = max(1, capacity) }

    /// Remembers an exchange, and returns whether it is new.
    ///
    /// - Throws: An `APIError.Cause` with the code `openingFailed` if it remembers as many as it can, none of which has
    ///   ended.
    public func remember(_ id: String, for lifetime: Duration?) throws -> Bool {
        try state.withLock { state in
            let now = ContinuousClock.now
            while state.first < state.order.count {
                let oldest = state.order[state.first]
                guard let end = state.times[oldest] ?? nil, end <= now else { break }
                state.times[oldest] = nil
                state.first += 1
            }
            if state.first > capacity {
                state.order.removeFirst(state.first)
                state.first = 0
            }
            guard state.times[id] == nil else { return false }
            guard state.times.count < capacity else { throw Self.full }
            state.times[id] = .some(lifetime.map { now + $0 })
            state.order.append(id)
            return true
        }
    }

    private static let full = APIError.Cause(
        .openingFailed, "the memory of exchanges is full",
        advice: "give it a greater capacity, or the server a shorter time window")
}
