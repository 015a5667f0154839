import PosthornCore
import PosthornStores

/// The calls of a group that wait for a store, and the moments that were taken from it and are not used yet.
///
/// It is a state machine without a clock and without tasks, so that a simulation can run it.
struct CallBatch<Call: Sendable>: Sendable {
    typealias Instant = ContinuousClock.Instant

    typealias Outcome = SharedCalls.Outcome

    private struct Waiter {
        let call: Call
        let limit: Duration
    }

    private let rate: SharedRate
    /// The shortest time between two requests to the store, and how long a moment can be used.
    private let round: Duration
    private var moments: [Instant] = []
    private var waiters: [Waiter] = []
    /// Whether a request is in progress or planned.
    private(set) var isAsking = false
    /// When the store was asked last, and how many calls were sent since.
    private var asked: Instant?
    private var sent = 0
    /// Until when all processes wait, as far as this one knows.
    private(set) var closed: Instant?
    /// When the store is asked again, after it has failed; until it responds, no call waits for it.
    private var retry: Instant?

    init(_ rate: SharedRate, round: Duration = SharedCalls.round) {
        (self.rate, self.round) = (rate, round)
    }

    /// Adds a call; returns the outcomes that are known, and whether the store must be asked now.
    mutating func add(
        _ call: Call, within limit: Duration, at now: Instant
    ) -> (outcomes: [(Call, Outcome)], asks: Bool) {
        waiters.append(Waiter(call: call, limit: limit))
        let outcomes = serve(at: now)
        let asks = !isAsking && (retry.map { $0 <= now } ?? !waiters.isEmpty)
        if asks { isAsking = true }
        return (outcomes, asks)
    }

    /// Returns the time until the next request.
    func delay(at now: Instant) -> Duration { asked.map { max(.zero, $0 + round - now) } ?? .zero }

    /// Begins a request; returns the number of calls to take.
    mutating func beginRequest(at now: Instant) -> Int {
        // More than the waiting calls only if they are sent in the next round.
        let most = rate.interval > .zero ? Int(round / rate.interval) : .max
        defer { (asked, sent) = (now, 0) }
        return max(1, waiters.count, min(sent, most))
    }

    /// Serves the waiting calls with the store's response; returns whether none waits.
    mutating func receive(
        _ result: Result<RateGrant, any Error>, at now: Instant
    ) -> (outcomes: [(Call, Outcome)], isDone: Bool) {
        var outcomes: [(Call, Outcome)] = []
        switch result {
        case .success(let grant):
            retry = nil
            close(for: grant.pause, at: now)
            moments += grant.delays.map { now + $0 }
            moments.sort()
            outcomes = serve(at: now)
            if moments.isEmpty {
                let early = waiters.filter { $0.limit >= grant.next }
                waiters.removeAll { $0.limit >= grant.next }
                outcomes += refuseAll(.refuse(after: grant.next))
                waiters = early
            }
        case .failure:
            retry = now + SharedCalls.recovery
            outcomes = refuseAll(.unavailable)
        }
        isAsking = !waiters.isEmpty
        return (outcomes, !isAsking)
    }

    /// Begins a request for the pause only; returns `false` if the store was asked in the last round, or has failed.
    mutating func beginPauseRequest(at now: Instant) -> Bool {
        guard !isAsking, retry == nil, delay(at: now) == .zero else { return false }
        asked = now
        return true
    }

    /// Keeps the calls of this process waiting, also those that were taken before the pause.
    mutating func close(for pause: Duration, at now: Instant) {
        guard pause > .zero else { return }
        closed = now + pause
        moments.removeAll { $0 < now + pause }
    }

    /// Drops the moments that were taken.
    mutating func dropMoments() { moments = [] }

    /// Returns a moment that its call does not use.
    mutating func giveBack(_ moment: Instant) {
        moments.append(moment)
        moments.sort()
    }

    /// Gives the moments to the calls that waited longest.
    private mutating func serve(at now: Instant) -> [(Call, Outcome)] {
        if retry != nil { return refuseAll(.unavailable) }
        let oldest = now - round
        moments.removeAll { $0 < oldest }
        var outcomes: [(Call, Outcome)] = []
        while let waiter = waiters.first, let moment = moments.first {
            waiters.removeFirst()
            guard moment - now <= waiter.limit else {
                outcomes.append((waiter.call, .refuse(after: moment - now)))
                continue
            }
            moments.removeFirst()
            sent += 1
            outcomes.append((waiter.call, .send(moment)))
        }
        return outcomes
    }

    private mutating func refuseAll(_ outcome: Outcome) -> [(Call, Outcome)] {
        defer { waiters = [] }
        return waiters.map { ($0.call, outcome) }
    }
}
