internal import PosthornSpec

/// Declares what an endpoint returns.
struct OutputBuilder {
    let endpoint: EndpointSpec
    /// The endpoint's request, which has what is declared.
    let requestName: String
    /// The endpoint's method as documentation links it.
    let symbol: String
    let headers: [FieldModel]
    private let context: GeneratorContext
    private var service: ServiceSpec { context.service }

    init(_ endpoint: EndpointSpec, requestName: String, symbol: String, context: GeneratorContext) {
        self.endpoint = endpoint
        self.requestName = requestName
        self.symbol = symbol
        self.context = context
        headers = endpoint.returnedHeaders.map {
            FieldModel($0, owner: requestName + ".Output", context: context)
        }
    }

    /// The type as the method names it.
    var typeName: String? {
        switch endpoint.answer {
        case .nothing: nil
        case .value(let type): TypeSpelling().spell(type)
        case .statuses, .headers: requestName + ".Output"
        case .bytes: "ByteStream"
        case .file: "DownloadedFile"
        case .events(let type): "EventStream<\(TypeSpelling().spell(type))>"
        case .lines(let type): "LineStream<\(TypeSpelling().spell(type))>"
        }
    }

    /// The protocol of the request.
    var conformance: String {
        if case .file = endpoint.answer { return "DownloadEndpoint" }
        if endpoint.answer.isStreamed { return "StreamEndpoint" }
        return endpoint.pages == nil ? "Endpoint" : "PagedEndpoint"
    }

    /// The type alias in the request.
    var alias: [Declaration] {
        switch endpoint.answer {
        case .nothing, .statuses, .headers, .file: []
        case .value, .bytes, .events, .lines: [.alias("Output", of: typeName ?? "")]
        }
    }

    /// The type of the request's own, and how it is made.
    var members: [Declaration] {
        switch endpoint.answer {
        case .nothing, .value, .bytes, .file, .events, .lines: []
        case .statuses(let statuses): acceptance + [choosing(statuses), enumeration(statuses)]
        case .headers(let type, _): acceptance + [reading(type), structure(type)]
        }
    }

    /// That the body may be of any media type, if none is read or one is taken as it is.
    private var acceptance: [Declaration] {
        let types = endpoint.answer.types
        guard types.isEmpty || types.contains(where: isExplicitlyRaw) else { return [] }
        return [
            Declaration(
                introducer: "static var", name: "addsWildcardToAccept: Bool",
                content: .getter("true"))
        ]
    }

    private func output(_ body: [Statement]) -> Declaration {
        .function(
            "static func output", ["from response: TransportResponse"], effects: "throws -> Output",
            body)
    }

    private func enumeration(_ statuses: [StatusSpec]) -> Declaration {
        .type(
            "enum", "Output", ["Sendable"],
            doc: [.text("What \(symbol) returns, by the status of the response.")],
            statuses.map { status in
                let payload = status.type.map { "(\(TypeSpelling().spell($0)))" } ?? ""
                return .enumCase(
                    SwiftName.escaped(status.name) + payload,
                    doc: [.text("Status \(status.status).")])
            })
    }

    private func choosing(_ statuses: [StatusSpec]) -> Declaration {
        let branches = statuses.map { status -> Statement.Branch in
            let pattern = "case \(status.status)"
            guard let type = status.type else {
                return .init(
                    pattern,
                    Call("try response.validateEmpty", [.init("returning", "." + status.name)]))
            }
            return .init(pattern, "." + status.name + reading(type))
        }
        return output([
            .switching(
                on: "response.status.code",
                branches + [.init("default", "throw response.unexpectedStatus()")])
        ])
    }

    /// The payload of a status; if the statuses are read in different ways, it says how it is read.
    private func reading(_ type: TypeExpression) -> String {
        "(try response.value(\(isExplicitlyRaw(type) ? "by: .raw" : "")))"
    }

    /// Whether a body is taken as it is, and those of other statuses are not.
    private func isExplicitlyRaw(_ type: TypeExpression) -> Bool {
        endpoint.ownResponse(in: service) == nil && service.takesAsItIs(type)
    }

    private func structure(_ type: TypeExpression?) -> Declaration {
        var members: [Declaration] = []
        if let type {
            members.append(
                .variable(
                    "var", "value: \(TypeSpelling().spell(type))", doc: [.text("The body.")]))
        }
        members += headers.map { field in
            let doc = field.doc.map(DocText.sentence) ?? "The header `\(field.wireNameInDoc)`."
            return field.property(doc: [.text(doc)])
        }
        members.append(making(type))
        return .type(
            "struct", "Output", ["Sendable"],
            doc: [.text("What \(symbol) returns, with header fields of the response.")],
            members + headers.inlineTypes(context, root: nil))
    }

    /// The initializer, which tests of other modules have a use for.
    private func making(_ type: TypeExpression?) -> Declaration {
        let value = type.map { ["value: \(TypeSpelling().spell($0))"] } ?? []
        return .function(
            "init", value + headers.map(\.parameter),
            value.map { _ in .text("self.value = value") } + headers.map { $0.assignment() })
    }

    private func reading(_ type: TypeExpression?) -> Declaration {
        var arguments: [Call.Argument] = []
        if type != nil { arguments.append(.init("value", "response.value()")) }
        arguments += headers.map { field in
            // Data has no form of its own in a header.
            let form = field.spec.type.form ?? (field.spec.type.scalar == .data ? "base64" : nil)
            let ending = form.map { ", as: .\($0)" } ?? ""
            var value = "response.header(\(literal(field.wireName))\(ending))"
            if !field.isOptional, let fallback = field.defaultText { value += " ?? \(fallback)" }
            return .init(SwiftName.argumentLabel(field.plainName), value)
        }
        let making = Statement.call(
            prefix: type == nil ? "return try " : "try ", Call("Output", arguments))
        return output((type == nil ? [.text("try response.validateEmpty()")] : []) + [making])
    }
}
