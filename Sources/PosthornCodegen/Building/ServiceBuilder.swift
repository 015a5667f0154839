internal import PosthornSpec

/// Declares the service: a value that holds how it is reached and what goes with every call.
struct ServiceBuilder {
    let context: GeneratorContext
    private let common: [FieldModel]

    init(context: GeneratorContext) {
        self.context = context
        common = context.service.common.map {
            FieldModel($0.field, owner: "Common", context: context)
        }
    }

    private var service: ServiceSpec { context.service }
    private var hasCommon: Bool { !common.isEmpty }
    /// Whether nobody has to say any of the common parameters.
    private var isCommonOptional: Bool { common.allSatisfy { $0.defaultText != nil } }
    private var hasCiphers: Bool { !service.ciphers.isEmpty }
    private var hasAuth: Bool { !service.auth.isEmpty }
    private var auth: AuthBuilder { AuthBuilder(service: service) }

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
        if hasCommon || hasAuth || service.response != nil { members.append(.function(prepare)) }
        if hasCiphers { members.append(.function(cipherNamed)) }
        if hasAuth { members.append(.function(auth.credentialNamed)) }
        if hasCommon { members.append(.type(commonType)) }
        if hasCiphers { members.append(.type(ciphersType)) }
        if hasAuth { members.append(.type(auth.type)) }
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
        if hasCiphers { list.append(("ciphers", "Ciphers", "The ciphers that the spec names.")) }
        if hasAuth { list.append(("auth", "Auth", "The credentials that the spec names.")) }
        return list
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

    private var cipherNamed: FunctionDeclaration {
        var branches = service.ciphers.map {
            Statement.Branch(
                pattern: "case \(literal($0.name))",
                result: "ciphers.\($0.name)")
        }
        branches.append(Statement.Branch(pattern: "default", result: "nil"))
        return FunctionDeclaration(
            doc: [.text("Finds the cipher that an endpoint names.")],
            introducer: "public func cipher", parameters: ["named name: String"],
            effects: "-> (any PayloadCipher)?", body: [.switching(on: "name", branches)])
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

    /// A cipher of bodies that do not fit in memory has to take them piece by piece, and one of sealed
    /// fields has to seal fields: known here, so that another one does not compile.
    private func type(of cipher: CipherSpec) -> String {
        var protocols: [String] = []
        if context.fieldCiphers.contains(cipher.name) { protocols.append("FieldCipher") }
        if context.streamedCiphers.contains(cipher.name) { protocols.append("StreamingCipher") }
        return protocols.isEmpty ? "PayloadCipher" : protocols.joined(separator: " & ")
    }

    private func doc(of cipher: CipherSpec) -> DocComment {
        var doc: DocComment = [
            .text(cipher.doc ?? "The cipher that the spec names `\(cipher.name)`.")
        ]
        if context.fieldCiphers.contains(cipher.name) {
            doc.append(
                .text(
                    "It seals the fields of which the spec says that they are sealed; the rest of a "
                        + "body stays readable."))
        }
        return doc
    }

    private var ciphersType: TypeDeclaration {
        let ciphers = service.ciphers
        var members: [Declaration] = ciphers.map { cipher in
            .variable(
                VariableDeclaration(
                    doc: doc(of: cipher), introducer: "public var",
                    name: SwiftName.escaped(cipher.name),
                    rest: ": any \(type(of: cipher))"))
        }
        members.append(
            .function(
                FunctionDeclaration(
                    doc: [.text("Creates the set of ciphers.")], introducer: "public init",
                    parameters: ciphers.map { "\(SwiftName.label($0.name)): any \(type(of: $0))" },
                    body: ciphers.map { .text("self.\($0.name) = \(SwiftName.escaped($0.name))") }))
        )
        return TypeDeclaration(
            doc: [
                .text(
                    "The ciphers of ``\(service.name)``; the keys are bound here and never in the "
                        + "spec.")
            ],
            introducer: "public struct", name: "Ciphers", inherits: ["Sendable"], members: members)
    }
}
