internal import PosthornSpec

/// Writes the calls of the request builder.
enum BuilderCalls {
    /// The call that puts a parameter into the request.
    static func add(
        _ parameter: ParameterSpec, value: String, context: GeneratorContext
    ) -> Statement {
        let field = parameter.field
        var method = parameter.place.rawValue
        var label: String?
        switch parameter.place {
        case .upload:
            return .call(
                Call("request.upload", [.init(value), .init("as", literal(field.wireName))]))
        case .wholeBody: method = "body"
        case .part where !field.type.isFiles && !context.isText(field.type): label = "json"
        case .query, .form:
            if field.takesAnyType, !context.isText(field.type) || field.style != nil,
                field.type.form == nil
            {
                label = "encoding"
            }
        default: break
        }
        var arguments: [Call.Argument] = []
        if parameter.place != .wholeBody { arguments.append(.init(literal(field.wireName))) }
        // A field that is always sent is null for nil.
        if field.type.isNullable, !field.isOptional { label = "orNull" }
        arguments.append(.init(label, value))
        if let form = field.type.form { arguments.append(.init("as", ".\(form)")) }
        // A scalar in a form of its own is a text, which all styles write alike.
        if let style = field.style, label == "encoding" || field.type.wrapped.isArray {
            arguments.append(.init("style", swift(style)))
        }
        return .call(Call("request.\(method)", arguments))
    }

    /// The style as Swift writes it.
    static func swift(_ style: QueryStyleSpec) -> String {
        switch style {
        case .form: ".form()"
        case .comma: ".form(explode: false)"
        case .space: ".spaceDelimited"
        case .pipe: ".pipeDelimited"
        case .deepObject, .brackets, .indexed, .afNetworking: ".\(style.rawValue)"
        }
    }

    /// The choice of a response policy.
    static func response(_ response: ResponseSpec) -> Statement {
        let prefix = "request.responsePolicy = "
        switch response {
        case .builtIn(let policy): return .text(prefix + policy.member)
        case .declared(let name):
            return .call(Call("request.responsePolicy", [.init("named", literal(name))]))
        case .envelope(let envelope):
            let success = envelope.success.map(code).joined(separator: ", ")
            let arguments: [Call.Argument] = [
                .init("code", literal(envelope.code)), .init("message", literal(envelope.message)),
                .init("payload", literal(envelope.payload)), .init("success", success),
            ]
            return .call(prefix: prefix, Call(BuiltInPolicy.envelope.member, arguments))
        }
    }

    /// The code of an envelope as Swift writes it.
    static func code(_ code: EnvelopeSpec.Code) -> String {
        switch code {
        case .number(let number): String(number)
        case .text(let text): literal(text)
        case .bool(let bool): String(bool)
        }
    }
}
