internal import Dispatch
internal import Synchronization

/// Matches texts with regular expressions, for so long and no longer.
///
/// A match can take longer than anybody lives, as the one of `(a+)+$` with forty `a` and a `b`, and
/// nothing stops it. So there is a thread for them, which is left behind when time is up.
final class PatternMatches: Sendable {
    /// A text that is to have a match.
    struct Match: Sendable {
        var pattern: String
        var text: String
    }

    /// What came of a match.
    enum Outcome: Sendable {
        case found
        case notFound
        /// Time was up; the matches after it were not tried.
        case endless
    }

    /// How long all matches of a service may take; usual ones take microseconds each.
    static let limit = Duration.seconds(5)

    private struct State {
        var outcomes: [Outcome] = []
        /// A clock that stands still while the machine sleeps.
        var begin: SuspendingClock.Instant?
        /// What the matches took that have ended.
        var spent = Duration.zero

        /// Says that time is up, unless all matches were in time or it has been said.
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

    /// What comes of each match, up to the first that is not done when time is up.
    ///
    /// There are as many outcomes as matches, or the last is `endless`.
    static func outcomes(of matches: [Match], limit: Duration = limit) -> [Outcome] {
        guard !matches.isEmpty else { return [] }
        let run = PatternMatches(matches, limit: limit)
        // A queue of its own has a thread also where all others are busy.
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
            // As the library's ``Limits`` matches. What is no expression has been reported.
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
