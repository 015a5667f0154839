internal import PosthornSpec

/// The generator of calls of the request builder.
enum BuilderCalls {
    /// Returns the statements that check a parameter and add it to the request.
    /// - Parameter mediaType: The expression for the media type of the body; `nil` for that of the spec.
    static func checked(
        _ parameter: ParameterSpec, _ field: FieldModel, value: String, mediaType: String? = nil,
        context: GeneratorContext
    ) -> [Statement] {
        switch parameter.place {
        case .contentType, .original: return []
        case .text, .bytes, .lines:
            let mediaType = mediaType ?? literal(field.spec.wireName)
            return [
                .call(
                    Call(
                        "request.\(parameter.place.rawValue)",
                        [.init(value), .init("as", mediaType)]))
            ]
        default: break
        }
        if let constant = field.constant {
            return [add(parameter, value: constant, context: context)]
        }
        return LimitCalls.checks(of: field, value: value, receiver: "request", context: context)
            + [add(parameter, value: value, context: context)]
    }

    /// Returns the call that adds a parameter to the request.
    static func add(
        _ parameter: ParameterSpec, value: String, context: GeneratorContext
    ) -> Statement {
        let field = parameter.field
        if field.traits.isFlag {
            let arguments = [Call.Argument("flag", literal(field.wireName))]
            return .call(
                Call("request.query", arguments + (field.isConstant ? [] : [.init(value)])))
        }
        var method = parameter.place.rawValue
        var label: String?
        switch parameter.place {
        case .upload:
            return .call(
                Call("request.upload", [.init(value), .init("as", literal(field.wireName))]))
        case .wholeBody where field.traits.isPatch:
            return .call(Call("request.body", [.init(value), .init("from", "old")]))
        case .wholeBody where field.isTagged: (method, label) = ("body", "tagged")
        case .wholeBody: method = "body"
        case .part where !field.type.isFiles && !context.isText(field.type): label = "json"
        case .query where field.style == .json, .form where field.style == .json:
            if !context.isText(field.type) || field.type.isArray { label = "json" }
        case .query, .form:
            if field.takesAnyType, !context.isText(field.type) || field.style != nil,
                field.type.textForm == nil
            {
                label = "encoding"
            }
        default: break
        }
        var arguments: [Call.Argument] = []
        if parameter.place != .wholeBody { arguments.append(.init(literal(field.wireName))) }
        // A required nullable field is sent as null.
        if field.type.isNullable, !field.isOptional { label = "orNull" }
        arguments.append(.init(label, value))
        let isJSON =
            switch parameter.place {
            case .body, .wholeBody: true
            case .part, .query, .form: label == "json"
            default: false
            }
        if let format = isJSON ? field.type.format : field.type.textFormat {
            arguments.append(.init("as", format))
        }
        // A scalar with a format is a text, which all styles write in the same way.
        if let style = field.style, style != .json,
            label == "encoding" || field.type.wrapped.isArray
        {
            arguments.append(.init("style", swift(style)))
        }
        return .call(Call("request.\(method)", arguments))
    }

    /// Returns the call that hides values in logs and recordings; none without names.
    static func hiding(_ names: Set<String>) -> [Statement] {
        names.isEmpty
            ? [] : [.call(Call("request.hideValues", texts: names.sorted().map(literal)))]
    }

    static func swift(_ style: QueryStyleSpec) -> String {
        switch style {
        case .form: ".form()"
        case .comma: ".form(explode: false)"
        case .space: ".spaceDelimited"
        case .pipe: ".pipeDelimited"
        case .deepObject, .brackets, .indexed, .afNetworking, .json: ".\(style.rawValue)"
        }
    }

    /// Returns the assignment of a response policy.
    /// - Parameter mediaTypes: The media types by preference; empty for those of the policy.
    static func response(_ response: ResponseSpec, accepting mediaTypes: [String]) -> Statement {
        guard mediaTypes.isEmpty else {
            let policy: Call.Argument =
                if case .envelope(let spec) = response {
                    .init(envelope(spec))
                } else {
                    .init(response.builtIn?.member ?? "nil")
                }
            return accepting(mediaTypes, by: policy)
        }
        let prefix = "request.responsePolicy = "
        switch response {
        case .builtIn(let policy): return .text(prefix + policy.member)
        case .declared(let name):
            return .call(Call("request.responsePolicy", [.init("named", literal(name))]))
        case .envelope(let spec): return .call(prefix: prefix, envelope(spec))
        // Not reached: nothing is generated from a spec with errors.
        case .refused: return .text(prefix + "nil")
        }
    }

    /// Returns the assignment of a policy that accepts other media types than its own.
    static func accepting(_ mediaTypes: [String], by policy: Call.Argument) -> Statement {
        let ranges = mediaTypes.enumerated().map { index, type in
            // RFC 9110, section 12.5.1: the order has no meaning, and the weight has at most three digits.
            literal(index == 0 ? type : type + ";q=0.\(max(10 - index, 1))")
        }
        let types = ranges.enumerated().map { index, range in
            Call.Argument(index == 0 ? "accepting" : nil, range)
        }
        return .call(Call("request.responsePolicy", [policy] + types))
    }

    /// Returns the call that creates an envelope's policy.
    static func envelope(_ envelope: EnvelopeSpec) -> Call {
        let codes = envelope.success.map(code) + (envelope.allowsMissingCode ? ["nil"] : [])
        let arguments: [(String, String?)] = [
            ("code", envelope.code.map(literal)), ("message", envelope.message.map(literal)),
            ("payload", literal(envelope.payload)), ("error", envelope.error.map(literal)),
            ("success", envelope.code == nil ? nil : codes.joined(separator: ", ")),
        ]
        return Call(
            BuiltInPolicy.envelope.member,
            arguments.compactMap { label, value in value.map { .init(label, $0) } })
    }

    static func code(_ code: EnvelopeSpec.Code) -> String {
        switch code {
        case .number(let number): String(number)
        case .text(let text): literal(text)
        case .bool(let bool): String(bool)
        }
    }
}
