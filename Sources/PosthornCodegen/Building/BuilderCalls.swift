internal import PosthornSpec

/// Writes the calls of the request builder.
enum BuilderCalls {
    /// The call that puts a parameter into the request.
    static func add(
        _ parameter: ParameterSpec, value: String, context: GeneratorContext
    ) -> Statement {
        let field = parameter.field
        let name = Call.Argument(label: nil, value: .text(literal(field.wireName)))
        let plain = Call.Argument(label: nil, value: .text(value))
        func call(_ method: String, _ arguments: [Call.Argument]) -> Statement {
            .call(prefix: "try ", Call("request.\(method)", arguments))
        }
        switch parameter.place {
        case .path: return call("path", [name, plain])
        case .query: return call("query", [name, plain])
        case .header: return call("header", [name, plain])
        case .cookie: return call("cookie", [name, plain])
        case .body: return call("body", [name, plain])
        case .wholeBody: return call("body", [plain])
        case .form: return call("form", [name, plain])
        case .part:
            let isText = field.type.isFiles || context.isText(field.type)
            let json = Call.Argument(label: "json", value: .text(value))
            return call("part", [name, isText ? plain : json])
        case .upload:
            let mediaType = Call.Argument(label: "as", value: .text(literal(field.wireName)))
            return .call(prefix: "", Call("request.upload", [plain, mediaType]))
        }
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
