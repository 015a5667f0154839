/// The calls of one group that were taken, in times since a moment of the store's clock.
package struct RateBook: Sendable, Hashable {
    /// When the calls so far would end if they came at the full rate.
    package var booked: Duration
    /// Until when the server has asked to wait.
    package var closed: Duration
    /// The sums of what was added.
    package var counts: [Int]
    /// Until when the counts are kept.
    package var kept: Duration

    /// How long counts are kept after a change.
    package static let countLifetime = Duration.seconds(3_600)

    package init(
        booked: Duration = .zero, closed: Duration = .zero, counts: [Int] = [],
        kept: Duration = .zero
    ) {
        (self.booked, self.closed) = (booked, closed)
        (self.counts, self.kept) = (counts, kept)
    }

    /// Takes calls, none of them later than the limit.
    package mutating func take(
        _ count: Int, at rate: SharedRate, within limit: Duration, now: Duration
    ) -> RateGrant {
        var delays: [Duration] = []
        while true {
            let start = max(booked, closed, now)
            let delay = max(
                .zero, max(booked, now) - rate.interval * (rate.burst - 1) - now, closed - now)
            guard delays.count < max(1, count), delay <= limit else {
                return RateGrant(delays: delays, next: delay, pause: pause(at: now))
            }
            delays.append(delay)
            booked = start + rate.interval
        }
    }

    package mutating func pause(for duration: Duration, now: Duration) {
        closed = max(closed, now + duration)
    }

    /// Adds to the counts; each sum stays within the bounds.
    package mutating func add(
        _ amounts: [Int], within bounds: ClosedRange<Int>, now: Duration
    ) -> RateCounts {
        while counts.count < amounts.count { counts.append(0) }
        for (index, amount) in amounts.enumerated() {
            let (sum, overflows) = counts[index].addingReportingOverflow(amount)
            let limit = amount < 0 ? Int.min : Int.max
            counts[index] = (overflows ? limit : sum).clamped(to: bounds)
        }
        kept = now + Self.countLifetime
        return RateCounts(
            sums: Array(counts.prefix(amounts.count)), pause: pause(at: now))
    }

    /// Whether the book differs from a new one.
    package func isNeeded(at now: Duration) -> Bool { max(booked, closed, kept) > now }

    private func pause(at now: Duration) -> Duration { max(.zero, closed - now) }
}

extension Int {
    fileprivate func clamped(to bounds: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
    }
}
