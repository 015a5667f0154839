public import Posthorn

/// Rules, how often each was used, and what was asked.
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

    /// The rules that never answered.
    var unused: [StubRule] {
        let uses = state.withLock { $0.uses }
        return zip(rules, uses).filter { $0.1 == 0 }.map(\.0)
    }

    /// Records a request and finds its answer.
    func answer(_ request: StubRequest) throws(TransportError) -> StubAnswer {
        // Predicates are a test's code, which must not run under the lock.
        let fitting = rules.indices.filter { rules[$0].fits(request) }
        let limits = rules.map { $0.times ?? .max }
        let chosen: Int? = state.withLock { state in
            state.requests.append(request)
            let chosen = fitting.first { state.uses[$0] < limits[$0] }
            if let chosen { state.uses[chosen] += 1 }
            return chosen
        }
        guard let chosen else { throw unexpected(request, fitting: fitting) }
        return rules[chosen].reply(request)
    }

    private func unexpected(_ request: StubRequest, fitting: [Int]) -> TransportError {
        let list = rules.indices.map { index in
            "\(rules[index])" + (fitting.contains(index) ? " (used up)" : "")
        }
        let known =
            list.isEmpty ? "there are no rules" : "the rules are: " + list.joined(separator: "; ")
        return TransportError(
            .unexpectedRequest, "no rule of the stub answers \(request); \(known)",
            advice: "add a rule for it, or see why it is sent", nothingSent: true)
    }
}

extension TransportError.Code {
    /// A stub was asked for something that none of its rules answers.
    public static let unexpectedRequest = TransportError.Code(rawValue: "unexpectedRequest")
}
