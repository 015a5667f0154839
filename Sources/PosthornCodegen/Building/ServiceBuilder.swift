internal import PosthornSpec

/// Declares the service: a value that holds how it is reached and what goes with every call.
struct ServiceBuilder {
    let context: GeneratorContext
    private let common: [FieldModel]
    private let supplied: [SuppliedSet]

    init(context: GeneratorContext) {
        self.context = context
        common = context.service.common.map {
            FieldModel($0.field, owner: "Common", context: context)
        }
        supplied = SuppliedSet.all(context)
    }

    private var service: ServiceSpec { context.service }
    private var hasCommon: Bool { !common.isEmpty }
    /// Whether nobody has to say any of the common parameters.
    private var isCommonOptional: Bool { common.allSatisfy { $0.defaultText != nil } }

    var declaration: Declaration {
        var members: [Declaration] = []
        if let server = service.server {
            members.append(
                .variable(
                    VariableDeclaration(
                        doc: [
                            .text("The base URL that is used when the configuration names none.")
                        ],
                        introducer: "public static let", name: "server",
                        rest: ": String? = \(literal(server))")))
        }
        members += stored + [.function(initializer)]
        if hasCommon || !service.auth.isEmpty || service.response != nil {
            members.append(.function(prepare))
        }
        members += supplied.map { .function($0.find) }
        if hasCommon { members.append(.type(commonType)) }
        members += supplied.map { .type($0.type(of: service.name)) }
        return .type(
            TypeDeclaration(
                doc: [.text(service.doc ?? "A client of the service `\(service.name)`.")],
                introducer: "public struct", name: service.name, inherits: ["APIService"],
                members: members))
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

    private var stored: [Declaration] {
        properties.map { property in
            .variable(
                VariableDeclaration(
                    doc: [.text(property.doc)], introducer: "public var", name: property.name,
                    rest: ": \(property.type)"))
        }
    }

    private var initializer: FunctionDeclaration {
        FunctionDeclaration(
            doc: [.text("Creates a client of the service.")], introducer: "public init",
            parameters: properties.enumerated().map { index, property in
                (index == 0 ? "_ " : "") + "\(property.name): \(property.type)"
                    + (property.name == "common" && isCommonOptional ? " = Common()" : "")
            },
            body: properties.map { .text("self.\($0.name) = \($0.name)") })
    }

    private var prepare: FunctionDeclaration {
        var body = service.response.map { [BuilderCalls.response($0)] } ?? []
        body += service.auth.prefix(1).map(RuleCalls.auth)
        for (parameter, field) in zip(service.common, common) {
            let value = "common.\(field.plainName)"
            body += LimitCalls.checks(
                of: field, value: value, receiver: "request", context: context)
            body.append(BuilderCalls.add(parameter, value: value, context: context))
        }
        return FunctionDeclaration(
            doc: [.text("Adds what the service's spec says of every endpoint.")],
            introducer: "public func prepare", parameters: ["_ request: inout RequestBuilder"],
            body: body)
    }

    private var commonType: TypeDeclaration {
        var members = zip(service.common, common).map { parameter, field in
            field.property("public var", doc: [.text(doc(of: parameter, field))])
        }
        members.append(
            .function(
                FunctionDeclaration(
                    doc: [.text("Creates the common parameters.")], introducer: "public init",
                    parameters: common.inCallOrder.map(\.parameter),
                    body: common.map(\.assignment))))
        return TypeDeclaration(
            doc: [.text("What is sent with every endpoint of ``\(service.name)``.")],
            introducer: "public struct", name: "Common", inherits: ["Sendable"],
            members: members + common.inlineTypes(context, root: nil))
    }

    private func doc(of parameter: ParameterSpec, _ field: FieldModel) -> String {
        let place =
            switch parameter.place {
            case .query: "query parameter"
            case .header: "header"
            case .cookie: "cookie"
            case .path, .body, .wholeBody, .form, .part, .upload: "body field"
            }
        var sentences = [
            field.doc.map(DocText.sentence) ?? "Sent as the \(place) `\(field.wireNameInDoc)`."
        ]
        if field.isOptional { sentences.append("Not sent when `nil`.") }
        if let value = field.defaultDoc { sentences.append("The default is \(value).") }
        return sentences.joined(separator: " ")
    }
}
