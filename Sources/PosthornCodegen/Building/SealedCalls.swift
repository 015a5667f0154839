internal import PosthornSpec

/// The generator of the calls for sealed fields.
enum SealedCalls {
    /// Returns the calls of the request builder.
    static func calls(_ messages: SealedMessages) -> [Statement] {
        var calls: [Statement] = []
        if !messages.request.isEmpty {
            calls.append(.call(Call("request.sealFields", texts: messages.request.map(literal))))
        }
        for response in messages.responses {
            var call = Call("request.openFields", texts: response.fields.map(literal))
            if let argument = argument(of: response.scope) { call.arguments.append(argument) }
            // Without this call, the fields of a later failure would be opened in this one.
            if response.fields.isEmpty { calls.append(.text("// Nothing in this one is sealed.")) }
            calls.append(.call(call))
        }
        return calls
    }

    private static func argument(of scope: SealedMessages.Response.Scope) -> Call.Argument? {
        switch scope {
        case .response(let status): status.map { .init("of", String($0)) }
        case .failure(.code(let code)): .init("ofCode", BuilderCalls.code(code))
        case .failure(.exact(let status)): .init("ofFailure", "\(status)...\(status)")
        case .failure(.hundred(let first)): .init("ofFailure", "\(first)00...\(first)99")
        case .failure(.others): .init("ofFailure", "0...999")
        }
    }

    /// Returns the documentation of the sealed fields, or `nil` if there are none.
    static func summary(_ messages: SealedMessages) -> String? {
        guard !messages.isEmpty else { return nil }
        var names: [String] = []
        for field in messages.responses.flatMap(\.fields) where !names.contains(field) {
            names.append(field)
        }
        var parts: [String] = []
        if !messages.request.isEmpty { parts.append("in the body: " + list(messages.request)) }
        if !names.isEmpty { parts.append("in the response: " + list(names)) }
        return "Sealed " + parts.joined(separator: "; ") + "."
    }

    private static func list(_ fields: [String]) -> String {
        fields.map(DefaultText.code).joined(separator: ", ")
    }
}
