internal import PosthornSpec

/// The generator of an endpoint's declarations: the method that calls it, and its request type.
final class EndpointBuilder {
    let context: GeneratorContext
    let endpoint: EndpointSpec
    /// The request type whose `Failure` this endpoint shares, or `nil` if the endpoint has its own.
    let failures: String?
    private let requestName: String
    /// The models of all parameters, with the constants.
    private let parameters: [FieldModel]
    /// The parameters that callers pass.
    private let fields: [FieldModel]
    private let sealed: SealedMessages

    init(_ endpoint: EndpointSpec, failures: String?, context: GeneratorContext) {
        self.context = context
        self.endpoint = endpoint
        self.failures = failures
        let name = SwiftName.request(of: endpoint.name, beside: context.types)
        requestName = name
        // A rule has refused sealed fields that cannot be listed.
        sealed = (try? endpoint.sealed(by: context.sealed)) ?? SealedMessages()
        parameters = endpoint.parameters.map {
            FieldModel($0.field, owner: name, context: context)
        }
        fields = parameters.filter { !$0.spec.isConstant }
    }

    var declaration: Declaration {
        var members = [method, request]
        for place in members.indices { members[place].isPreview = isPreview }
        return Declaration(
            hasAccess: false, access: endpoint.rules.access?.level, introducer: "extension",
            name: GroupBuilder.scope(of: endpoint, context),
            content: .type(inherits: [], members))
    }

    private var isPreview: Bool { endpoint.rules.access == .preview }

    /// The method's name as a link in documentation.
    private var symbol: String {
        let names = fields.inCallOrder.map(\.plainLabel) + (isFile ? ["to"] : [])
        let labels = names.map { $0 + ":" }.joined()
        return "``\(endpoint.name)(\(labels))``"
    }

    /// Returns the attribute of a deprecated endpoint, or `nil` for another.
    static func deprecation(of endpoint: EndpointSpec) -> String? {
        endpoint.rules.deprecated.map { reason in
            let message = reason.isEmpty ? "" : ", message: \(literal(DocText.sentence(reason)))"
            return "@available(*, deprecated\(message))"
        }
    }

    private var isFile: Bool { if case .file = endpoint.output { true } else { false } }

    /// The method of the service that sends the request.
    private var verb: String {
        if endpoint.poll != nil { return "startOperation" }
        return isFile ? "download" : endpoint.output.isStreamed ? "stream" : "send"
    }

    private var output: OutputBuilder {
        OutputBuilder(endpoint, requestName: requestName, symbol: symbol, context: context)
    }

    /// The type in the method's signature, or `nil` for none.
    private var returned: String? {
        endpoint.poll == nil ? output.typeName : "PolledOperation<\(requestName)>"
    }

    private var poll: PollBuilder? {
        endpoint.poll.map {
            // What belongs to a request that changes something is not part of a poll.
            var rules = endpoint.rules
            (rules.style, rules.cache, rules.coalesceMark, rules.idempotentMark) = (
                nil, nil, nil, nil
            )
            return PollBuilder(
                poll: $0, endpoint: endpoint,
                rules: strategies + RuleCalls.rules(rules, of: context.service), context: context)
        }
    }

    private var method: Declaration {
        let failure = endpoint.errors.isEmpty ? "APIError" : "\(requestName).Failure"
        let arguments = fields.inCallOrder.map(\.argument)
        // A parameter of the same name would shadow the method.
        let owner = endpoint.group == nil ? verb : "api"
        let send =
            (fields.contains { $0.plainName == owner } ? "self." : "")
            + (endpoint.group == nil ? verb : "api.\(verb)")
        var call = Call(send, [.init(Call(requestName, arguments))])
        if isFile { call.arguments.append(.init("to", "destination")) }
        var method = Declaration.function(
            "func \(SwiftName.escaped(endpoint.name))",
            fields.inCallOrder.map(\.outerParameter) + (isFile ? ["to destination: URL"] : []),
            effects: "async throws(\(failure))" + (returned.map { " -> \($0)" } ?? ""),
            doc: doc, [.call(prefix: "try await ", call)])
        method.attribute = Self.deprecation(of: endpoint)
        method.isolation = "nonisolated(nonsending)"
        return method
    }

    /// Declares a constant, or a variable for the parameter that differs between pages.
    private func property(of field: FieldModel) -> Declaration {
        let turned = endpoint.pages?.step.parameter.flatMap(endpoint.pageParameter)
        return field.property(field.plainName == turned?.swiftName ? "var" : "let")
    }

    private var request: Declaration {
        var members = name + (poll?.aliases ?? output.alias)
        if let failures { members.append(.alias("Failure", of: failures + ".Failure")) }
        members += fields.map(property)
        members.append(
            .function(
                "init", fields.inCallOrder.map(\.parameter), fields.map { $0.assignment() }))
        members.append(build)
        members += outbox + issued
        members += poll?.members ?? output.members
        if let pages = endpoint.pages, let page = endpoint.returns {
            let builder = PagesBuilder(
                pages: pages, page: page, endpoint: endpoint, context: context)
            members += builder.members
        }
        if !endpoint.errors.isEmpty, failures == nil {
            members.append(
                FailureBuilder(
                    errors: endpoint.errors, doc: "The ways in which \(symbol) fails.",
                    context: context
                ).declaration)
        }
        return .type(
            "struct", requestName,
            [poll?.conformance ?? output.conformance]
                + (endpoint.issued == nil ? [] : ["CredentialEndpoint"]),
            doc: [.text("The request behind \(symbol).")],
            attribute: Self.deprecation(of: endpoint),
            members + fields.inlineTypes(context, root: nil))
    }

    /// The endpoint's name in errors and logs, if it is not that of its request.
    private var name: [Declaration] {
        guard
            endpoint.group != nil || context.types[SwiftName.uppercasingStart(endpoint.name)] != nil
        else { return [] }
        return [
            Declaration(
                introducer: "static var", name: "name: String",
                content: .getter(literal(endpoint.fullName)))
        ]
    }

    private var path: String {
        endpoint.call == nil ? endpoint.path : context.service.rpc ?? endpoint.path
    }

    private var build: Declaration {
        let token = endpoint.method.rawValue
        let method = endpoint.method.isListed ? "." + token.lowercased() : literal(token)
        var body: [Statement] = [
            .call(Call("request.method", texts: [method, literal(path)]))
        ]
        let isStored = endpoint.rules.outbox != nil && !fixed.isEmpty
        body += isStored ? [.text("Self.prepareDelivery(&request)")] : fixed
        body += ContentTypeCalls.calls(endpoint, context.service)
        for (parameter, field) in zip(endpoint.parameters, parameters) {
            // The builder shadows a property of the same name.
            let value = field.plainName == "request" ? "self.request" : field.name
            if let prefix = field.spec.prefix {
                body += NamePatternCalls.calls(
                    parameter.place, field, prefix, value: value, endpoint, context)
                continue
            }
            let isChosen = endpoint.parameters.last?.place == .contentType
            body += BuilderCalls.checked(
                parameter, field, value: value, mediaType: isChosen ? "contentType.rawValue" : nil,
                context: context)
        }
        for name in endpoint.rules.cache?.by ?? [] {
            guard
                let place = endpoint.parameters.firstIndex(where: {
                    $0.field.wireName == name.text && !$0.field.isConstant && $0.place != .path
                })
            else { continue }
            let field = parameters[place]
            let value = field.plainName == "request" ? "self.request" : field.name
            body.append(.call(Call("request.cacheKey", texts: [literal(name.text), value])))
        }
        if let call = endpoint.call { body.append(.text("request.rpc(\(literal(call.text)))")) }
        return .function("func build", ["_ request: inout RequestBuilder"], body)
    }

    /// The statements that are the same for all calls.
    private var fixed: [Statement] {
        var body = strategies
        if endpoint.takesRedirects { body.append(.text("request.redirects = .never")) }
        if case .statuses(let statuses) = endpoint.output {
            let others = statuses.lazy.filter { !$0.isSuccess }.map(\.status)
            if !others.isEmpty { body.append(.text("request.acceptedStatuses = \(Array(others))")) }
        }
        body += RuleCalls.limits(endpoint.limits, beside: context.service.limits)
        body += RuleCalls.rules(endpoint.rules, of: context.service)
        return body
    }

    /// What an outbox needs to know about the call.
    private var outbox: [Declaration] {
        guard let outbox = endpoint.rules.outbox else { return [] }
        var members: [Declaration] = []
        if !fixed.isEmpty {
            members.append(
                .function("static func prepareDelivery", ["_ request: inout RequestBuilder"], fixed)
            )
        }
        let place = outbox.key.flatMap { key in
            endpoint.parameters.firstIndex {
                $0.field.wireName == key.text && !$0.field.isConstant
            }
        }
        if let place {
            members.append(
                Declaration(
                    introducer: "var", name: "deliveryKey: String?",
                    content: .getter("Self.key(\(parameters[place].name))")))
        }
        if !outbox.blocksKey {
            members.append(
                Declaration(
                    introducer: "static var", name: "deadLetterBlocksKey: Bool",
                    content: .getter("false")))
        }
        return members
    }

    /// The function that finds the credential in a response.
    private var issued: [Declaration] {
        let value: String
        switch endpoint.issued {
        case nil: return []
        case .header(let name): value = "response.raw.credential(inHeader: \(literal(name)))"
        case .cookie(let name): value = "response.raw.credential(inCookie: \(literal(name)))"
        case .whole: value = result
        case .member(let path):
            let fields = endpoint.returnedType.flatMap {
                context.shapes.fields(along: path[...], of: $0)
            }
            value = PagesBuilder.value(result, fields ?? [])
        }
        return [
            .function(
                "func credential", ["in response: APIResponse<Output>"], effects: "-> String?",
                [.text(value)])
        ]
    }

    /// The expression for the result in a response.
    private var result: String {
        if case .headers = endpoint.output { "response.value.value" } else { "response.value" }
    }

    /// The statements for what seals, signs and reads.
    private var strategies: [Statement] {
        var body = RuleCalls.omitting(endpoint.rules.omitted, of: context.service.common)
        body += strategy("cipher", endpoint.ciphers, none: ".plaintext")
        body += strategy("signer", endpoint.signers, none: ".none")
        body += SealedCalls.calls(sealed)
        body += BuilderCalls.hiding(context.secrets.names(of: endpoint))
        let requires = endpoint.rules.requires ?? context.service.usualRequires
        if requires?.alternatives.contains(where: { !$0.needs.isEmpty }) == true {
            if let statuses = endpoint.refreshStatuses {
                body.append(.text("request.refreshStatuses = \(statuses)"))
            }
            let codes = endpoint.refreshCodes.sorted().map(BuilderCalls.code)
            if !codes.isEmpty {
                body.append(
                    .text("request.refreshCodes = [\(codes.joined(separator: ", "))]"))
            }
        }
        if let response = endpoint.ownResponse(in: context.service) {
            let accepted = endpoint.accepted(by: response, in: context.service)
            body.append(BuilderCalls.response(response, accepting: accepted))
        }
        return body
    }

    /// Returns the statement that sets the named ciphers or signers; empty if the endpoint names none.
    private func strategy(_ property: String, _ names: [String]?, none: String) -> [Statement] {
        guard let names else { return [] }
        let choices = names.map { ".named(\(literal($0)))" }
        let choice =
            switch choices.count {
            case 0: none
            case 1: choices[0]
            default: ".chain([\(choices.joined(separator: ", "))])"
            }
        return [.text("request.\(property) = \(choice)")]
    }

    /// The scopes of OAuth 2 that the call needs, or `nil` for none.
    private var neededScopes: String? {
        let needs = endpoint.rules.requires?.alternatives.flatMap(\.needs) ?? []
        let scopes = needs.flatMap { $0.scopes.map { "`\($0.text)`" } }
        guard !scopes.isEmpty else { return nil }
        return "Needs the scope\(scopes.count == 1 ? "" : "s") "
            + scopes.joined(separator: ", ") + "."
    }

    private var doc: DocComment {
        var doc: DocComment = endpoint.doc.map { [.text($0)] } ?? []
        var line = "`\(endpoint.call?.text ?? "\(endpoint.method.rawValue) \(path)")`"
        if let host = endpoint.rules.host { line += " of the host `\(host.text)`" }
        if let ciphers = endpoint.ciphers, !ciphers.isEmpty {
            let hasBody = endpoint.parameters.contains { $0.place.isInBody }
            line +=
                (!sealed.isEmpty ? ", fields sealed" : hasBody ? ", body sealed" : ", sealed")
                + " with the "
                + ciphers.map { "`\($0)`" }.joined(separator: ", then the ") + " cipher"
        }
        if let signers = endpoint.signers, !signers.isEmpty {
            let names = signers.map { "`\($0)`" }.joined(separator: ", then the ")
            line += ", signed with the \(names) signer"
        }
        doc.append(.text(line + "."))
        if let since = endpoint.rules.since {
            doc.append(.text("Since version \(since) of the API."))
        }
        if isPreview {
            doc.append(.text("A preview, which may change. Import the module `@_spi(Preview)`."))
        }
        if let scopes = neededScopes { doc.append(.text(scopes)) }
        if let fields = SealedCalls.summary(sealed) { doc.append(.text(fields)) }
        var notes = fields.inCallOrder.compactMap { field -> (name: String, text: String)? in
            let sentences = field.sentences()
            return sentences.isEmpty ? nil : (field.plainName, sentences.joined(separator: " "))
        }
        if isFile {
            notes.append(
                ("destination", "The file to write; it is replaced when the response is complete."))
        }
        doc.append(.parameters(notes))
        return doc
    }
}
