internal import PosthornSpec

/// The generator of the service type, which holds the configuration and the common parameters.
struct ServiceBuilder {
    let context: GeneratorContext
    /// The models of all common parameters, with the constants.
    private let parameters: [FieldModel]
    /// The common parameters that the client passes.
    private let common: [FieldModel]
    private let supplied: [SuppliedSet]

    init(context: GeneratorContext) {
        self.context = context
        parameters = context.service.common.map {
            FieldModel($0.field, owner: "Common", context: context)
        }
        common = parameters.filter { !$0.spec.isConstant }
        supplied = SuppliedSet.all(context)
    }

    private var service: ServiceSpec { context.service }
    private var hasCommon: Bool { !common.isEmpty }

    var declaration: Declaration {
        var members: [Declaration] = []
        if let server = service.server {
            members.append(
                .variable(
                    "static let", "server: String? = \(literal(server))",
                    doc: [.text("The base URL that is used when the configuration names none.")]))
        }
        if let batch {
            members.append(
                Declaration(
                    doc: [.text("How the server takes several calls in one exchange.")],
                    introducer: "static var", name: "batch: BatchForm", content: .getter(batch)))
        }
        members += properties.map { property in
            .variable("var", "\(property.name): \(property.type)", doc: [.text(property.doc)])
        }
        if case .envelope(let envelope)? = service.response {
            members.append(
                Declaration(
                    hasAccess: false, introducer: "private static let",
                    name: "envelope: any ResponsePolicy",
                    content: .value(BuilderCalls.envelope(envelope))))
        }
        members.append(initializer)
        let servers = service.servers.isEmpty ? nil : ServersBuilder(context: context)
        if let servers {
            members.append(
                servers.initializer(
                    zip(properties, initializerParameters).dropFirst().map { ($0.name, $1) }))
        }
        if !parameters.isEmpty || !service.auth.isEmpty || service.response != nil
            || service.deadline != nil || service.requestID != nil || service.version != nil
            || !service.sends.isEmpty || service.limits != .off
        {
            members.append(prepare)
        }
        if let version = service.version { members.append(asking(for: version)) }
        if !context.outboxEndpoints.isEmpty { members.append(outboxDeclaration) }
        if !context.exampleEndpoints.isEmpty {
            members.append(ExamplesBuilder(context: context).declaration)
        }
        members += supplied.map(\.find)
        if !service.webhooks.isEmpty { members.append(WebhookBuilder.property) }
        if let servers { members.append(servers.type) }
        if hasCommon { members.append(commonType) }
        if !service.errors.isEmpty {
            members.append(
                FailureBuilder(
                    errors: service.errors,
                    doc: "The failures that the endpoints of ``\(service.name)`` share.",
                    isShared: true, context: context
                ).declaration)
        }
        return .type(
            "struct", service.name, protocols,
            doc: [.text(service.doc ?? "A client of the service `\(service.name)`.")],
            members + supplied.map { $0.type(of: service.name) }
                + (service.webhooks.isEmpty ? [] : [WebhookBuilder.declaration(context)]))
    }

    /// The stored properties, which are also the parameters of the initializer.
    private var properties: [(name: String, type: String, doc: String)] {
        var list = [
            (
                "configuration", "ClientConfiguration",
                "The transport and the defaults of this client."
            )
        ]
        if hasCommon { list.append(("common", "Common", "What is sent with every endpoint.")) }
        return list
            + supplied.map { ($0.property, $0.typeName, "The \($0.noun.all) that the spec names.") }
    }

    private var initializerParameters: [String] {
        properties.enumerated().map { index, property in
            let isOptional =
                property.name == "common" && common.allSatisfy { $0.defaultText != nil }
                || property.name == "auth" && service.auth.allSatisfy(\.isIssued)
            return (index == 0 ? "_ " : "") + "\(property.name): \(property.type)"
                + (isOptional ? " = \(property.type)()" : "")
        }
    }

    private var initializer: Declaration {
        .function(
            "init", initializerParameters,
            doc: [.text("Creates a client of the service.")],
            properties.map { .text("self.\($0.name) = \($0.name)") })
    }

    private var prepare: Declaration {
        var body: [Statement] = []
        if case .envelope? = service.response {
            body.append(
                service.accepts.isEmpty
                    ? .text("request.responsePolicy = Self.envelope")
                    : BuilderCalls.accepting(service.accepts, by: .init("Self.envelope")))
        } else if let response = service.response {
            body.append(BuilderCalls.response(response, accepting: service.accepts))
        }
        body += ContentTypeCalls.calls(service)
        if let header = service.deadline {
            body.append(.text("request.deadlineHeader = \(literal(header))"))
        }
        if let header = service.requestID {
            body.append(.text("request.requestID(\(literal(header)))"))
        }
        if let version = service.version {
            body.append(RuleCalls.version(version.value, version))
            if let status = version.refused {
                let name = literal(version.name)
                body.append(.text("request.refusesVersion(with: \(status), in: \(name))"))
            }
        }
        body += RuleCalls.limits(service.limits, beside: .off)
        if let requires = service.usualRequires {
            body.append(RuleCalls.auth(requires, of: service))
        }
        body += BuilderCalls.hiding(context.secrets.names(among: service.common))
        for (parameter, field) in zip(service.common, parameters) {
            body += BuilderCalls.checked(
                parameter, field, value: "common.\(field.plainName)", context: context)
        }
        return .function(
            "func prepare", ["_ request: inout RequestBuilder"],
            doc: [.text("Sets what the spec declares for every endpoint.")], body)
    }

    private var outboxDeclaration: Declaration {
        let types = context.outboxEndpoints.map { endpoint -> Statement in
            let name = SwiftName.request(of: endpoint.name, beside: context.types)
            return .text("list.append(\(GroupBuilder.scope(of: endpoint, context)).\(name).self)")
        }
        return .function(
            "static var outboxEndpoints: [any OutboxEndpoint.Type]", nil,
            doc: [.text("The endpoints that an outbox delivers.")],
            [.text("var list: [any OutboxEndpoint.Type] = []")] + types + [.text("return list")])
    }

    private var protocols: [String] {
        let examples = context.exampleEndpoints.isEmpty ? [] : ["ExampleService"]
        let others = examples + (context.outboxEndpoints.isEmpty ? [] : ["OutboxService"])
        if batch != nil { return ["BatchService"] + others }
        return others.isEmpty ? ["APIService"] : others
    }

    /// The form of batches, or `nil` if the server takes none.
    private var batch: String? {
        service.rpc.map { ".jsonRPC(\(literal($0)))" }
            ?? service.batch.map { ".requests(\(literal($0)))" }
    }

    /// The method that asks for another version.
    private func asking(for version: VersionSpec) -> Declaration {
        .function(
            "func version", ["_ version: String"], effects: "-> Self",
            doc: [
                .text(
                    "Returns the same service with another version of the API than `\(version.value)`."
                )
            ],
            [
                .text(
                    "with { $0.\(version.isHeader ? "header" : "query")(\(literal(version.name)), version) }"
                )
            ])
    }

    private var commonType: Declaration {
        let making = Declaration.function(
            "init", common.inCallOrder.map(\.parameter),
            doc: [.text("Creates the common parameters.")], common.map { $0.assignment() })
        return .type(
            "struct", "Common", ["Sendable"],
            doc: [.text("What is sent with every endpoint of ``\(service.name)``.")],
            zip(service.common, parameters).filter { !$1.spec.isConstant }.map { parameter, field in
                field.property("var", doc: [.text(doc(of: parameter, field))])
            } + [making] + common.inlineTypes(context, root: nil))
    }

    private func doc(of parameter: ParameterSpec, _ field: FieldModel) -> String {
        let place =
            switch parameter.place {
            case .query: "query parameter"
            case .header: "header"
            case .cookie: "cookie"
            case .path, .url, .body, .wholeBody, .form, .part, .upload, .text, .bytes, .lines,
                .contentType, .original:
                "body field"
            }
        return field.sentences(orElse: "Sent as the \(place) `\(field.wireNameInDoc)`.")
            .joined(separator: " ")
    }
}
