internal import PosthornSpec

/// The generator of a server: a protocol with a method per endpoint, and what calls the methods.
struct ServerBuilder {
    let name: String
    let context: GeneratorContext
    private let endpoints: [ServedEndpoint]
    private let common: [(parameter: ParameterSpec, field: FieldModel)]

    init(name: String, endpoints: [EndpointSpec], context: GeneratorContext) {
        (self.name, self.context) = (name, context)
        let service = context.service
        common = service.common.filter { !$0.field.isConstant }.map {
            let owner = service.name + ".Common"
            return ($0, FieldModel($0.field, owner: owner, context: context, isOutside: true))
        }
        let commonType = common.isEmpty ? nil : name + "Common"
        self.endpoints = endpoints.map {
            ServedEndpoint($0, commonType: commonType, context: context)
        }
    }

    private var service: ServiceSpec { context.service }

    var declarations: [Declaration] {
        let requirements = endpoints.map(\.requirement)
        let server = Declaration.type(
            "protocol", name, ["Sendable"],
            doc: [
                .text("A server of ``\(service.name)``."),
                .text("Conform to it, and give `endpointServer` to the handler of an HTTP server."),
            ], requirements)
        let serving = Declaration(
            hasAccess: false, introducer: "extension", name: name,
            content: .type(inherits: [], [making, choosing] + endpoints.map(\.serving)))
        return [server] + (common.isEmpty ? [] : [commonType]) + [serving]
            + endpoints.compactMap(\.body) + (commonBody.map { [$0] } ?? [])
    }

    /// The function that makes the `EndpointServer`.
    private var making: Declaration {
        let ciphers = service.ciphers.map { ("\($0.name)Cipher", $0.name) }
        let verifiers = service.signers.map { ("\($0.name)Verifier", $0.name) }
        let parameters =
            ciphers.map { "\($0.0): any ServerCipher" }
            + verifiers.map { "\($0.0): any RequestVerifier" }
            + [
                "defaultCipher: (any ServerCipher)? = nil",
                "defaultVerifier: (any RequestVerifier)? = nil",
            ]
        func dictionary(_ entries: [(String, String)], _ other: String) -> String {
            let pairs = entries.map { "\(literal($0.1)): \($0.0)" } + ["\"\": \(other)"]
            return "[\(pairs.joined(separator: ", "))]"
        }
        var body: [Statement] = [.text("var routes: [ServerRoute] = []")]
        body += endpoints.map { .call(Call("routes.append", [.init($0.route)])) }
        let base =
            service.servers.isEmpty
            ? "\(service.name).server" : literal(service.basePaths.first ?? "/")
        let policy: Call.Argument =
            switch service.response {
            case .envelope(let envelope): .init("policy", BuilderCalls.envelope(envelope))
            case let response: .init("policy", response?.builtIn?.member ?? ".json")
            }
        body.append(
            .call(
                prefix: "return ",
                Call(
                    "EndpointServer",
                    [
                        .init("routes"), .init("server", base), policy,
                        .init("ciphers", dictionary(ciphers, "defaultCipher")),
                        .init("verifiers", dictionary(verifiers, "defaultVerifier")),
                        .init("serve", "serve"),
                    ])))
        return .function(
            "func endpointServer", parameters, effects: "-> EndpointServer",
            doc: [
                .text("Creates what responds to requests by the methods of this value."),
                .parameters(
                    service.ciphers.map {
                        ("\($0.name)Cipher", $0.doc ?? "The cipher `\($0.name)` of the spec.")
                    }
                        + service.signers.map {
                            (
                                "\($0.name)Verifier",
                                "The server's half of the signer `\($0.name)` of the spec."
                            )
                        } + [
                            (
                                "defaultCipher",
                                "The cipher of endpoints that name none; `nil` for none."
                            ),
                            (
                                "defaultVerifier",
                                "The verifier of endpoints that name no signer; `nil` for none."
                            ),
                        ]),
            ], body)
    }

    /// The function that serves the endpoint of a number.
    private var choosing: Declaration {
        var branches = endpoints.enumerated().map { index, endpoint in
            Statement.Branch("case \(index)", "try await \(endpoint.functionName)(call)")
        }
        if branches.isEmpty {
            branches.append(.init("default", "try call.reply()"))
        } else {
            branches[branches.count - 1].pattern = "default"
        }
        var function = Declaration.function(
            "private func serve", ["_ number: Int", "_ call: ServerCall"],
            effects: "async throws -> TransportResponse", [.switching(on: "number", branches)])
        function.hasAccess = false
        return function
    }

    /// Whether every request has a common parameter.
    private func isAlwaysSent(_ parameter: ParameterSpec) -> Bool {
        parameter.place != .body
            && endpoints.allSatisfy { !$0.spec.rules.omits(parameter) }
    }

    private func type(of field: FieldModel, _ parameter: ParameterSpec) -> String {
        field.isOptional || !isAlwaysSent(parameter) ? field.type + "?" : field.type
    }

    /// The struct with the common parameters of a request.
    private var commonType: Declaration {
        let properties = common.map { parameter, field in
            let remark =
                isAlwaysSent(parameter) || field.isOptional
                ? nil : "`nil` for requests that do not send it."
            let doc = ([field.doc ?? "The common parameter `\(field.wireNameInDoc)`."] + [remark])
                .compactMap { $0 }.map(DocText.sentence).joined(separator: " ")
            return Declaration.variable(
                "let", "\(field.name): \(type(of: field, parameter))", doc: [.text(doc)])
        }
        let parameters = common.map { parameter, field in
            let type = type(of: field, parameter)
            return "\(field.label): \(type)" + (type.hasSuffix("?") ? " = nil" : "")
        }
        let making = Declaration.function(
            "init", parameters,
            doc: [.text("Creates the common parameters, for tests of a server.")],
            common.map { $0.field.assignment() })
        let hasBody = common.contains { $0.parameter.place == .body }
        var reading: [Statement] =
            hasBody ? [.text("let body: \(name)CommonBody? = try call.objectIfPresent()")] : []
        reading += common.map { parameter, field in
            guard parameter.place != .body else {
                return .text("\(field.plainName) = body?.\(field.plainName)")
            }
            let isRequired = isAlwaysSent(parameter)
            let value = ServerReading.value(
                field, of: parameter.place, mayBeMissing: !isRequired, context)
            return .text("\(field.plainName) = \(value)")
        }
        var initializer = Declaration.function(
            "fileprivate init", ["_ call: ServerCall"], effects: "throws", reading)
        initializer.hasAccess = false
        return .type(
            "struct", name + "Common", ["Sendable"],
            doc: [.text("The common parameters of a request to ``\(service.name)``.")],
            properties + [making, initializer])
    }

    /// The struct that reads the common members of a body.
    private var commonBody: Declaration? {
        let fields = common.filter { $0.parameter.place == .body }.map(\.field)
        guard !fields.isEmpty else { return nil }
        // A body of an endpoint may lack them, for example one that is an array.
        var statements: [Statement] = []
        statements.append(
            .words("var object = json.beginObject", fields.map { "\($0.wireName)?" }))
        let branches = fields.enumerated().map { index, field in
            let isForeign = context.isForeign(field.spec.type)
            let format = field.spec.type.format.map { "as: \($0)" } ?? ""
            return Statement.Branch(
                "case \(index)",
                "\(field.name) = json.\(isForeign ? "codable" : "value")IfPresent(\(format))")
        }
        statements.append(
            .block(
                "while let member = json.nextMember(&object)",
                [.switching(on: "member", branches + [.init("default", "break")])]))
        statements.append(.text("try json.endObject(object)"))
        return ServedEndpoint.privateType(
            name + "CommonBody",
            fields.map { .variable("var", "\($0.name): \($0.type)?") }
                + [
                    .function("init", ["json: inout JSONReader"], effects: "throws", statements)
                ].map { ServedEndpoint.withoutAccess($0) })
    }
}

/// The generator of the expressions that read the parameters of a request.
enum ServerReading {
    /// Returns the expression for a parameter outside of a JSON body.
    static func value(
        _ field: FieldModel, of place: ParameterSpec.Place, mayBeMissing: Bool = false,
        _ context: GeneratorContext
    ) -> String {
        let spec = field.spec
        if spec.traits.isFlag { return "call.flag(\(literal(field.wireName)))" }
        var name = field.wireName
        var separator = ""
        let isList = spec.type.isArray
        if isList {
            switch spec.style {
            case .comma: separator = ", separatedBy: \",\""
            case .space: separator = ", separatedBy: \" \""
            case .pipe: separator = ", separatedBy: \"|\""
            case .brackets, .afNetworking: name += "[]"
            default: break
            }
        }
        let source =
            switch place {
            case .path: "call.path"
            case .header: "call.header"
            case .cookie: "call.cookie"
            case .form: "form.field"
            default: "call.query"
            }
        let format = spec.type.textFormat ?? (spec.type.innermost.scalar == .data ? ".base64" : nil)
        let argument = format.map { "as: \($0)" } ?? ""
        let isOptional = mayBeMissing || field.isOptional || field.defaultText != nil
        let function = isList ? "list" : isOptional ? "optional" : "value"
        let reading = "try \(source)(\(literal(name))\(separator)).\(function)(\(argument))"
        if mayBeMissing || field.isOptional { return reading }
        if let text = field.defaultText { return reading + " ?? \(text)" }
        return isList ? reading + " ?? []" : reading
    }
}
