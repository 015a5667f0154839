internal import PosthornSpec

/// The generator of the part of a server that serves one endpoint.
final class ServedEndpoint {
    let spec: EndpointSpec
    /// The type with the common parameters; `nil` if the service has none.
    private let commonType: String?
    private let context: GeneratorContext
    /// The request type of the endpoint, with that of the service before it.
    private let requestName: String
    private let fields: [(place: ParameterSpec.Place, field: FieldModel)]
    private let output: OutputBuilder

    init(_ spec: EndpointSpec, commonType: String?, context: GeneratorContext) {
        (self.spec, self.commonType, self.context) = (spec, commonType, context)
        let request = SwiftName.request(of: spec.name, beside: context.types)
        let name = GroupBuilder.scope(of: spec, context) + "." + request
        requestName = name
        fields = spec.parameters.map {
            ($0.place, FieldModel($0.field, owner: name, context: context, isOutside: true))
        }
        output = OutputBuilder(spec, requestName: name, symbol: "", context: context)
    }

    private var capitalName: String { SwiftName.uppercasingStart(spec.servedName) }
    var functionName: String { "serve" + capitalName }
    private var bodyName: String { context.service.name + capitalName + "Body" }
    private var bodyFields: [FieldModel] {
        fields.filter { $0.place == .body }.map(\.field)
    }
    private var hasBodyFields: Bool { fields.contains { $0.place == .body } }
    /// The type that the method returns, or `nil` for none.
    private var resultType: String? {
        switch spec.output {
        case .bytes, .file: "Data"
        case .lines(let type): "[\(TypeSpelling(context).spell(type))]"
        default: output.typeName
        }
    }

    var requirement: Declaration {
        var doc: DocComment = spec.doc.map { [.text($0)] } ?? []
        doc.append(.text("`\(spec.method.rawValue) \(spec.path)`."))
        if !spec.errors.isEmpty {
            doc.append(
                .text(
                    "Throw ``\(requestName.replacing(".", with: "/"))/Failure`` for a documented failure."
                ))
        }
        return Declaration(
            doc: doc, hasAccess: false, introducer: "func \(SwiftName.escaped(spec.servedName))",
            content: .requirement(
                ["_ call: \(requestName)", "_ context: ServerContext<\(commonType ?? "Void")>"],
                effects: "async throws" + (resultType.map { " -> \($0)" } ?? "")))
    }

    /// The route of the endpoint.
    var route: Call {
        func names(_ label: String, _ names: [String]?) -> [Call.Argument] {
            names.map { [.init(label, "[\($0.map(literal).joined(separator: ", "))]")] } ?? []
        }
        return Call(
            "ServerRoute",
            [.init(".\(spec.method.rawValue.lowercased())"), .init(literal(spec.path))]
                + names("ciphers", spec.ciphers) + names("signers", spec.signers))
    }

    /// The function that reads the request, calls the method, and makes the response.
    var serving: Declaration {
        var body: [Statement] = []
        if hasBodyFields {
            body.append(
                .text("let body: \(bodyName) = try call.json(\(jsonType))"))
        }
        if fields.contains(where: { $0.place == .form }) {
            body.append(.text("let form = try call.form()"))
        }
        let arguments = fields.filter { !$0.field.spec.isConstant }
        let ordered =
            arguments.filter { $0.field.defaultText == nil }
            + arguments.filter { $0.field.defaultText != nil }
        let making = Call(
            requestName,
            ordered.map { place, field in
                .init(SwiftName.argumentLabel(field.plainLabel), value(of: field, place))
            })
        body.append(.call(prefix: "let endpoint = ", making))
        if context.hasLimits,
            fields.contains(where: { $0.place.isInBody || !$0.field.spec.limits.isEmpty })
        {
            body.append(.text("try call.check(endpoint)"))
        }
        let common = commonType.map { ["common: try \($0)(call)"] } ?? []
        let known = (common + ["request: call.request"]).joined(separator: ", ")
        body.append(.text("let context = ServerContext(\(known))"))
        if spec.errors.isEmpty {
            body += replying
        } else {
            body.append(
                .catching(
                    replying, "let failure as \(requestName).Failure",
                    [.switching(on: "failure", failures)]))
        }
        var function = Declaration.function(
            "private func \(functionName)", ["_ call: ServerCall"],
            effects: "async throws -> TransportResponse", body)
        function.hasAccess = false
        return function
    }

    /// The argument with the media type of a JSON body; empty for that of JSON.
    private var jsonType: String {
        guard let type = spec.contentTypes(in: context.service).first,
            type.mediaType != "application/json"
        else { return "" }
        return "mediaType: \(literal(type.mediaType))"
    }

    /// Returns the expression for an argument of the request.
    private func value(of field: FieldModel, _ place: ParameterSpec.Place) -> String {
        let mediaType = "mediaType: \(literal(field.wireName))"
        switch place {
        case .body: return "body.\(field.plainName)"
        case .wholeBody:
            let function = context.isForeign(field.spec.type) ? "codable" : "json"
            let reading =
                "try call.\(field.isOptional ? "jsonIfPresent" : function)(\(jsonType))"
            return tagged(reading, field)
        case .text: return tagged("try call.text(\(mediaType))", field)
        case .bytes: return tagged("try call.bytes(\(mediaType))", field)
        case .lines: return "try call.lines(\(mediaType))"
        case .upload: return "HTTPBody(try call.bytes(\(mediaType)))"
        default: return ServerReading.value(field, of: place, context)
        }
    }

    private func tagged(_ reading: String, _ field: FieldModel) -> String {
        guard field.spec.isTagged else { return reading }
        return "Tagged(\(reading), eTag: try call.header(\"If-Match\").value())"
    }

    /// The statements that call the method and return the response.
    private var replying: [Statement] {
        let call = "try await self.\(spec.servedName)(endpoint, context)"
        let own = spec.ownResponse(in: context.service)
        let policy = own.flatMap(policyArgument)
        switch spec.output {
        case .nothing:
            return [.text(call), .call(prefix: "return try ", reply([], policy))]
        case .bytes, .file:
            return [
                .text("let output = \(call)"),
                .call(prefix: "return try ", reply([.init("output")], .init("by", ".raw"))),
            ]
        case .lines:
            return [
                .text("let output = \(call)"), .text("return try call.reply(lines: output)"),
            ]
        case .value(let value):
            let output = "let output = \(call)"
            guard value.isTagged else {
                return [
                    .text(output), .call(prefix: "return try ", reply([.init("output")], policy)),
                ]
            }
            return [
                .text(output),
                .call(
                    prefix: "var response = try ",
                    reply([.init("output.value")], policy)),
                .text("try response.header(\"ETag\", output.eTag)"), .text("return response"),
            ]
        case .headers(let value, let fields):
            var arguments: [Call.Argument] = []
            if let value {
                arguments.append(.init(value.isTagged ? "output.value.value" : "output.value"))
            }
            var statements: [Statement] = [
                .text("let output = \(call)"),
                .call(prefix: "var response = try ", reply(arguments, policy)),
            ]
            if value?.isTagged == true {
                statements.append(.text("try response.header(\"ETag\", output.value.eTag)"))
            }
            return statements + headers(fields) { "output.\($0.name)" }
                + [.text("return response")]
        case .statuses(let statuses):
            return [
                .switching(
                    on: call,
                    statuses.map { status in branch(of: status, policy) })
            ]
        case .events: return []
        }
    }

    private func reply(_ arguments: [Call.Argument], _ policy: Call.Argument?) -> Call {
        Call("call.reply", arguments + (policy.map { [$0] } ?? []))
    }

    private func policyArgument(_ response: ResponseSpec) -> Call.Argument? {
        switch response {
        case .envelope(let envelope): .init("by", BuilderCalls.envelope(envelope))
        case let response: response.builtIn.map { .init("by", $0.member) }
        }
    }

    private func branch(of status: StatusSpec, _ policy: Call.Argument?) -> Statement.Branch {
        let names = status.headers.map { SwiftName.escaped($0.swiftName) }
        let bound = (status.value == nil ? [] : ["value"]) + names
        let pattern =
            "case .\(status.name)"
            + (bound.isEmpty ? "" : "(\(bound.map { "let " + $0 }.joined(separator: ", ")))")
        let isRaw = status.value.map { output.isExplicitlyRaw($0.type) } ?? false
        let own =
            (status.response?.builtIn?.member ?? (isRaw ? ".raw" : nil))
            .map { Call.Argument("by", $0) } ?? policy
        var arguments: [Call.Argument] = []
        if let value = status.value {
            arguments.append(.init(value.isTagged ? "value.value" : "value"))
        }
        arguments.append(.init("status", String(status.status)))
        let call = reply(arguments, own)
        guard !status.headers.isEmpty || status.value?.isTagged == true else {
            return .init(pattern, body: [.call(prefix: "return try ", call)])
        }
        var statements: [Statement] = [.call(prefix: "var response = try ", call)]
        if status.value?.isTagged == true {
            statements.append(.text("try response.header(\"ETag\", value.eTag)"))
        }
        return .init(
            pattern,
            body: statements + headers(status.headers) { $0.name }
                + [.text("return response")])
    }

    /// Returns the statements that set the header fields of a response.
    private func headers(_ fields: [FieldSpec], _ value: (FieldModel) -> String) -> [Statement] {
        fields.map { spec in
            let field = FieldModel(spec, owner: requestName + ".Output", context: context)
            if let prefix = spec.prefix {
                return .call(
                    Call(
                        "try response.header",
                        [.init("prefix", literal(String(prefix))), .init(value(field))]))
            }
            let format =
                spec.type.textFormat ?? (spec.type.innermost.scalar == .data ? ".base64" : nil)
            return .call(
                Call(
                    "try response.header",
                    [.init(literal(spec.wireName)), .init(value(field))]
                        + (format.map { [.init("as", $0)] } ?? [])))
        }
    }

    /// The branches that make the responses of the failures.
    private var failures: [Statement.Branch] {
        let branches = spec.errors.map { error -> Statement.Branch in
            var bound = error.hasStatus ? ["status"] : []
            bound.append("failure")
            bound += error.headers.map { SwiftName.escaped($0.swiftName) }
            let pattern =
                "case .\(error.name)(\(bound.map { "let " + $0 }.joined(separator: ", ")))"
            let subject: Call.Argument =
                switch error.condition {
                case .code(let code): .init("code", BuilderCalls.code(code))
                case .exact(let status): .init(String(status))
                case .hundred, .others: .init("status")
                }
            let own: Call.Argument?
            if case .code = error.condition {
                own = spec.ownResponse(in: context.service).flatMap(policyArgument)
            } else {
                own = error.response?.builtIn.map { .init("by", $0.member) }
            }
            let call = Call(
                "call.failure", [subject, .init("failure")] + (own.map { [$0] } ?? []))
            guard !error.headers.isEmpty else {
                return .init(pattern, body: [.call(prefix: "return try ", call)])
            }
            return .init(
                pattern,
                body: [.call(prefix: "var response = try ", call)]
                    + headers(error.headers) { $0.name } + [.text("return response")])
        }
        return branches + [.init("case .other(let error)", "throw error")]
    }

    /// The struct that reads the fields of the body; `nil` if the body has another form.
    var body: Declaration? {
        guard hasBodyFields else { return nil }
        let code = ObjectCode(fields: bodyFields, context: context, isRecursive: false)
        let properties = bodyFields.filter { !$0.spec.isConstant }.map { $0.property("var") }
        return Self.privateType(
            bodyName, (properties + code.reading).map(Self.withoutAccess))
    }

    static func privateType(_ name: String, _ members: [Declaration]) -> Declaration {
        var type = Declaration.type(
            "private struct", name, ["JSONReadable"], doc: [], members.map(withoutAccess))
        type.hasAccess = false
        return type
    }

    static func withoutAccess(_ declaration: Declaration) -> Declaration {
        var declaration = declaration
        declaration.hasAccess = false
        return declaration
    }
}
