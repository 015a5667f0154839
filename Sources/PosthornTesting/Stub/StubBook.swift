public import PosthornCore

final class StubBook: Sendable {
    private struct State {
        var requests: [StubRequest] = []
        var uses: [Int]
    }

    private let rules: [StubRule]
    private let state: Locked<State>

    init(_ rules: [StubRule]) {
        self.rules = rules
        state = Locked(State(uses: Array(repeating: 0, count: rules.count)))
    }

    var requests: [StubRequest] { state.withLock { $0.requests } }

    var unused: [StubRule] {
        let uses = state.withLock { $0.uses }
        return zip(rules, uses).filter { $0.1 == 0 }.map(\.0)
    }

    func rule(for request: StubRequest) throws(TransportError) -> StubRule {
        state.withLock { $0.requests.append(request) }
        var reasons: [String] = []
        for (index, rule) in rules.enumerated() {
            let limit = rule.times ?? .max
            // The predicate is a test's code. It must not run under the lock, nor for a rule that is used up.
            let isLeft = state.withLock { $0.uses[index] } < limit
            if isLeft, let reason = rule.difference(from: request) {
                reasons.append(reason)
                continue
            }
            let isTaken = state.withLock { state in
                guard state.uses[index] < limit else { return false }
                state.uses[index] += 1
                return true
            }
            if isTaken { return rule }
            reasons.append("used up")
        }
        throw unexpected(request, reasons)
    }

    private func unexpected(_ request: StubRequest, _ reasons: [String]) -> TransportError {
        let list = zip(rules, reasons).map { rule, reason in "\(rule) (\(reason))" }
        let known =
            list.isEmpty ? "there are no rules" : "the rules are: " + list.joined(separator: "; ")
        return TransportError(
            .unexpectedRequest, "no rule of the stub matches \(request); \(known)",
            advice: "add a rule for it, or see why it is sent", isSafeToRetry: true)
    }
}

extension TransportError.Code {
    /// No rule of a stub matches the request.
    public static let unexpectedRequest = TransportError.Code(rawValue: "unexpectedRequest")
}
