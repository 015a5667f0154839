internal import Dispatch
internal import Synchronization

/// Matches texts with regular expressions, within a time limit.
///
/// A match can take practically forever and cannot be stopped, for example `(a+)+$` with forty `a` and a `b`.
/// The matches therefore run on a thread of their own, which is abandoned when the time has passed.
final class PatternMatches: Sendable {
    /// A pattern and the text to search.
    struct Match: Sendable {
        var pattern: String
        var text: String
    }

    /// The result of a match.
    enum Outcome: Sendable {
        case found
        case notFound
        /// The time limit passed, and later matches were not tried.
        case endless
    }

    /// The time limit for all matches of a service.
    ///
    /// A usual match takes microseconds.
    static let limit = Duration.seconds(5)

    private struct State {
        var outcomes: [Outcome] = []
        /// The start of the current match, on a clock that stops while the machine sleeps.
        var begin: SuspendingClock.Instant?
        /// The time that the completed matches took.
        var spent = Duration.zero

        /// Appends `endless`, unless all matches are complete or it was appended before.
        mutating func stop(of count: Int) {
            if outcomes.count < count, outcomes.last != .endless { outcomes.append(.endless) }
        }
    }

    private let matches: [Match]
    private let limit: Duration
    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    private init(_ matches: [Match], limit: Duration) {
        self.matches = matches
        self.limit = limit
    }

    /// Returns the result of each match, up to the first one that exceeds the time limit.
    ///
    /// There are as many results as matches, or the last one is `endless`.
    static func outcomes(of matches: [Match], limit: Duration = limit) -> [Outcome] {
        guard !matches.isEmpty else { return [] }
        let run = PatternMatches(matches, limit: limit)
        // A new queue gets a thread even if all others are busy.
        DispatchQueue(label: "posthorn.patterns").async { run.run() }
        while run.ended.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
            if let outcomes = run.outcomesIfTimeIsUp() { return outcomes }
        }
        return run.state.withLock(\.outcomes)
    }

    private func outcomesIfTimeIsUp() -> [Outcome]? {
        state.withLock { state in
            let current = state.begin.map { $0.duration(to: .now) } ?? .zero
            guard state.spent + current > limit else { return nil }
            state.stop(of: matches.count)
            return state.outcomes
        }
    }

    private func run() {
        for match in matches {
            // The same semantics as those of the library's `Limits`. The reader has reported invalid
            // patterns.
            let regex = (try? Regex(match.pattern))?.matchingSemantics(.unicodeScalar)
            state.withLock { $0.begin = .now }
            let isFound = regex.map { (try? $0.firstMatch(in: match.text)) != nil } ?? true
            let isInTime = state.withLock { state in
                state.spent += state.begin.map { $0.duration(to: .now) } ?? .zero
                state.begin = nil
                state.outcomes.append(isFound ? .found : .notFound)
                guard state.spent > limit else { return true }
                state.stop(of: matches.count)
                return false
            }
            guard isInTime else { break }
        }
        ended.signal()
    }
}
