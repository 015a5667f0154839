internal import PosthornSpec

/// Writes the calls of the request builder.
enum BuilderCalls {
    /// The call that puts a parameter into the request.
    static func add(_ parameter: ParameterSpec, value: String) -> Statement {
        let method =
            switch parameter.place {
            case .path: "path"
            case .query: "query"
            case .header: "header"
            case .cookie: "cookie"
            case .body, .wholeBody: "body"
            }
        let name = parameter.place == .wholeBody ? [] : [literal(parameter.field.wireName)]
        return .call(prefix: "try ", Call("request.\(method)", texts: name + [value]))
    }

    /// The assignment of a response policy.
    static func response(_ response: ResponseSpec) -> Statement {
        switch response {
        case .json: return .text("request.response = .json")
        case .raw: return .text("request.response = .raw")
        case .envelope(let envelope):
            let success =
                switch envelope.success {
                case .number(let number): String(number)
                case .text(let text): literal(text)
                }
            let arguments = [
                ("code", literal(envelope.code)), ("message", literal(envelope.message)),
                ("payload", literal(envelope.payload)), ("success", success),
            ].map { Call.Argument(label: $0.0, value: .text($0.1)) }
            return .call(prefix: "request.response = ", Call(".envelope", arguments))
        }
    }
}
