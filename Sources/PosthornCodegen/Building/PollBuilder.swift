internal import PosthornSpec

/// The generator of what an endpoint says about the operation that it starts.
struct PollBuilder {
    let poll: PollSpec
    let endpoint: EndpointSpec
    /// The rules of the endpoint that also apply to its polls.
    let rules: [Statement]
    let context: GeneratorContext

    /// The protocol of the request type.
    var conformance: String { poll.cancel == nil ? "PolledEndpoint" : "CancellableEndpoint" }

    private var stateType: TypeExpression? { endpoint.output.types.first }
    private var state: String { stateType.map { TypeSpelling(context).spell($0) } ?? "Void" }

    private var result: String {
        switch poll.value {
        case nil: state
        case .place(_, let type, _): TypeSpelling(context).spell(type)
        case .member(let name):
            path(name).reduce(state) { owner, field in
                let inline = owner + "." + SwiftName.nestedType(of: field.swiftName)
                return TypeSpelling(context, inlineType: inline).spell(field.type.wrapped)
            }
        }
    }

    var aliases: [Declaration] {
        [
            .alias("PolledState", of: state), .alias("Output", of: state + "?"),
            .alias("PolledValue", of: result),
        ]
    }

    var members: [Declaration] {
        var members = [
            Declaration.function(
                "static func place", ["of state: \(state)?"], effects: "-> OperationPlace",
                [place(poll.at, "state?")])
        ]
        if let until = poll.until { members.append(outcome(until)) }
        members += readers
        if let name = poll.progress {
            let value = expression("state", name)
            let isOptional = mayBeNil(name)
            members.append(
                .function(
                    "static func progress", ["of state: \(state)"], effects: "-> Double?",
                    [.text(isOptional ? "\(value).map { Double($0) }" : "Double(\(value))")]))
        }
        if !rules.isEmpty {
            members.append(
                .function("static func preparePoll", ["_ request: inout RequestBuilder"], rules))
        }
        if let cancel = poll.cancel {
            members.append(
                getter("cancelMethod: HTTPRequest.Method", ".\(cancel.method.lowercased())"))
            if let place = cancel.place {
                members.append(
                    .function(
                        "static func cancelPlace", ["of state: \(state)?"],
                        effects: "-> OperationPlace?", [self.place(place, "state?")]))
            }
        }
        if case .place(.header(let name), _, _)? = poll.value {
            members.append(getter("valueHeader: String?", literal(name)))
        }
        for (name, time) in [("pollInterval", poll.interval), ("pollTimeout", poll.timeout)] {
            if let time { members.append(getter("\(name): Duration", RuleCalls.duration(time))) }
        }
        return members
    }

    /// The functions that read the responses.
    private var readers: [Declaration] {
        func reader(_ name: String, _ type: String, _ value: String) -> Declaration {
            .function(
                "static func \(name)", ["from response: CallResponse"],
                effects: "throws -> \(type)",
                [.text("try response.\(value)")])
        }
        var readers: [Declaration] = []
        if poll.until == nil {
            readers.append(
                reader(
                    "output", "Output",
                    stateType == nil ? "emptyUnlessAccepted()" : "valueUnlessAccepted()"))
        } else if case .header(let name) = poll.at {
            readers.append(reader("output", "Output", "value(unless: \(literal(name)))"))
            readers.append(reader("state", "PolledState?", "value()"))
        }
        if case .place? = poll.value { readers.append(reader("value", "PolledValue", "value()")) }
        return readers
    }

    private func outcome(_ until: PollSpec.Condition) -> Declaration {
        var body: [Statement] = []
        switch poll.fails {
        case .condition(let condition):
            body += comparisons(condition).map { .text("if \($0) { return .failed }") }
        case .present(let name):
            body.append(.text("if \(expression("state", name)) != nil { return .failed }"))
        case nil: break
        }
        let ended: Statement
        switch poll.value {
        case nil: ended = .text("return .ended(state)")
        case .member(let name): ended = .text("return .ended(\(expression("state", name)))")
        case .place(let place, _, _):
            ended = .call(prefix: "return ", Call(".endedAt", [.init(call(place, "state"))]))
        }
        body += comparisons(until).map { .block("if \($0)", [ended]) }
        body.append(.text("return .running"))
        return .function(
            "static func outcome", ["of state: \(state)"],
            effects: "-> OperationOutcome<\(result)>",
            body)
    }

    private func comparisons(_ condition: PollSpec.Condition) -> [String] {
        guard let type = path(condition.member).last?.type.wrapped else { return [] }
        return condition.values.map { value in
            let text = DefaultText(value: value.value, type: type, context: context).swift
            return "\(expression("state", condition.member)) == \(text)"
        }
    }

    private func place(_ place: PollSpec.Place, _ root: String) -> Statement {
        .call(call(place, root))
    }

    private func call(_ place: PollSpec.Place, _ root: String) -> Call {
        switch place {
        case .header(let name): return Call(".header", texts: [literal(name)])
        case .member(let name):
            let isURL = path(name).last?.type.wrapped.scalar == .url
            let chain = isURL && mayBeNil(name) ? "?" : ""
            return Call(
                ".url", texts: [expression(root, name) + (isURL ? "\(chain).absoluteString" : "")])
        case .path(let template, let names):
            let values = names.map { "\(literal($0.text)): \(expression(root, $0))" }
            return Call(
                ".path",
                texts: [
                    literal(template),
                    values.isEmpty ? "[:]" : "[\(values.joined(separator: ", "))]",
                ])
        }
    }

    private func path(_ name: TypeName) -> [FieldSpec] {
        stateType.map { context.shapes.fields(along: name.text[...], of: $0) } ?? []
    }

    private func mayBeNil(_ name: TypeName) -> Bool {
        path(name).contains { $0.isOptional || $0.type.isNullable }
    }

    private func expression(_ root: String, _ name: TypeName) -> String {
        PagesBuilder.value(root, path(name))
    }

    private func getter(_ name: String, _ value: String) -> Declaration {
        Declaration(introducer: "static var", name: name, content: .getter(value))
    }
}
