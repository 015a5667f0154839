internal import PosthornSpec

/// Writes which fields of an endpoint's messages are sealed.
enum SealedCalls {
    /// The calls that tell the request builder.
    static func calls(_ messages: SealedMessages) -> [Statement] {
        var calls: [Call] = []
        if !messages.request.isEmpty {
            calls.append(Call("request.sealFields", texts: messages.request.map(literal)))
        }
        for answer in messages.answers {
            calls.append(
                openFields(answer.fields, answer.status.map { ("of", String($0)) }))
        }
        for failure in messages.failures {
            calls.append(openFields(failure.fields, label(of: failure.condition)))
        }
        return calls.map { .call($0) }
    }

    private static func label(
        of condition: ErrorSpec.Condition
    ) -> (label: String, value: String) {
        switch condition {
        case .code(let code): ("ofCode", BuilderCalls.code(code))
        case .exact(let status): ("ofFailure", "\(status)...\(status)")
        case .hundred(let first): ("ofFailure", "\(first)00...\(first)99")
        case .others: ("ofFailure", "0...999")
        }
    }

    private static func openFields(
        _ fields: [String], _ last: (label: String, value: String)?
    ) -> Call {
        var call = Call("request.openFields", texts: fields.map(literal))
        if let last { call.arguments.append(.init(last.label, last.value)) }
        return call
    }

    /// What documentation says of it; nothing if nothing is sealed.
    static func summary(_ messages: SealedMessages) -> String? {
        guard !messages.isEmpty else { return nil }
        var answered: [String] = []
        for field in messages.answers.flatMap(\.fields) + messages.failures.flatMap(\.fields)
        where !answered.contains(field) {
            answered.append(field)
        }
        var parts: [String] = []
        if !messages.request.isEmpty { parts.append("in the body: " + list(messages.request)) }
        if !answered.isEmpty { parts.append("in the answer: " + list(answered)) }
        return "Sealed " + parts.joined(separator: "; ") + "."
    }

    private static func list(_ fields: [String]) -> String {
        fields.map(DefaultText.code).joined(separator: ", ")
    }
}
