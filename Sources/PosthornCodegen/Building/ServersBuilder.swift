internal import PosthornSpec

/// The generator of the enum of a service's servers, and of the initializer that takes one.
struct ServersBuilder {
    let context: GeneratorContext
    /// The models of the variables by their Swift names, each once.
    private let variables: [FieldModel]

    init(context: GeneratorContext) {
        self.context = context
        variables = context.service.serverVariables.map {
            FieldModel($0, owner: "Server", context: context)
        }
    }

    private var service: ServiceSpec { context.service }

    /// Returns the initializer of the service.
    ///
    /// - Parameter properties: The names and parameters of the service's other properties.
    func initializer(_ properties: [(name: String, parameter: String)]) -> Declaration {
        let configuration = Call(
            "ClientConfiguration",
            [.init("baseURL", "try server.baseURL()"), .init("transport", "transport")])
        return .function(
            "init",
            ["_ server: Server", "transport: any Transport"] + properties.map(\.parameter),
            effects: "throws(APIError)",
            doc: [.text("Creates a client of one of the servers.")],
            [
                .call(
                    Call(
                        "self.init",
                        [.init(configuration)] + properties.map { .init($0.name, $0.name) }))
            ]
                + check)
    }

    /// The check that credentials and keys are for the server.
    private var check: [Statement] {
        let arguments = [
            ("auth", service.auth.map(\.name)), ("ciphers", service.ciphers.map(\.name)),
            ("signers", service.signers.map(\.name)),
        ].filter { !$0.1.isEmpty }.map { label, names in
            Call.Argument(label, "[\(names.map { literal($0) }.joined(separator: ", "))]")
        }
        return arguments.isEmpty ? [] : [.call(prefix: "try ", Call("checkServer", arguments))]
    }

    var type: Declaration {
        .type(
            "enum", "Server", ["Hashable", "Sendable"],
            doc: [.text("The servers of ``\(service.name)``.")],
            service.servers.map { server in
                let values = server.variables.map { variable in
                    let field = FieldModel(variable, owner: "Server", context: context)
                    return field.associatedValue + (field.defaultText.map { " = \($0)" } ?? "")
                }
                return .enumCase(
                    SwiftName.escaped(server.name), values: values, doc: doc(of: server))
            } + [baseURL] + variables.inlineTypes(context, root: nil))
    }

    private func doc(of server: ServerSpec) -> DocComment {
        let urls = server.urls.map { "`\($0)`" }.joined(separator: ", otherwise ")
        var doc: DocComment = server.doc.map { [.text(DocText.sentence($0))] } ?? []
        doc.append(.text(urls + "."))
        let notes = server.variables.compactMap { variable in
            variable.doc.map { "`\(variable.swiftName)`: " + DocText.sentence($0) }
        }
        if !notes.isEmpty { doc.append(.text(notes.joined(separator: " "))) }
        return doc
    }

    private var baseURL: Declaration {
        .function(
            "func baseURL", [], effects: "throws(APIError) -> BaseURL",
            doc: [.text("Returns the base URL, or throws if a value would change the host.")],
            [.switching(on: "self", service.servers.map(branch))])
    }

    private func branch(_ server: ServerSpec) -> Statement.Branch {
        let names = server.variables.map { "let \(SwiftName.escaped($0.swiftName))" }
        let pattern =
            "case .\(server.name)"
            + (names.isEmpty ? "" : "(\(names.joined(separator: ", ")))")
        var arguments: [Call.Argument] = server.variables.map { variable in
            let name = SwiftName.escaped(variable.swiftName)
            let value =
                if variable.type.inline != nil {
                    "\(name).rawValue"
                } else {
                    variable.type.scalar == .int ? "String(\(name))" : name
                }
            var values: [Call.Argument] = [.init(literal(variable.wireName)), .init(value)]
            for case .pattern(let pattern) in variable.limits.map(\.kind) {
                values.append(.init("pattern", literal(pattern)))
            }
            return .init(Call(".variable", values))
        }
        arguments += server.urls.dropFirst().map {
            .init(Call(".otherwise", texts: [literal($0)]))
        }
        arguments += server.hosts.map {
            .init(Call(".host", texts: [literal($0.name), literal($0.url)]))
        }
        let call = Call(
            "BaseURL",
            [.init("named", literal(server.name)), .init(literal(server.urls[0]))] + arguments)
        return Statement.Branch(pattern, body: [.call(prefix: "try ", call)])
    }
}
