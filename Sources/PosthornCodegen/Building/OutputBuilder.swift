internal import PosthornSpec

/// The generator of an endpoint's return type.
final class OutputBuilder {
    let endpoint: EndpointSpec
    /// The request type, which contains the declarations.
    let requestName: String
    /// The endpoint's method as a link in documentation.
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

    /// The type in the method's signature, or `nil` for none.
    var typeName: String? {
        switch endpoint.output {
        case .nothing: nil
        case .value(let value): spell(value)
        case .statuses, .headers: requestName + ".Output"
        case .bytes: "ByteStream"
        case .file: "DownloadedFile"
        case .events(let type): "EventStream<\(TypeSpelling(context).spell(type))>"
        case .lines(let type): "LineStream<\(TypeSpelling(context).spell(type))>"
        }
    }

    /// The protocol of the request type.
    var conformance: String {
        if case .file = endpoint.output { return "DownloadEndpoint" }
        if endpoint.output.isStreamed { return "StreamEndpoint" }
        if endpoint.rules.outbox != nil { return "OutboxEndpoint" }
        return endpoint.pages == nil ? "Endpoint" : "PagedEndpoint"
    }

    /// The type alias in the request type.
    var alias: [Declaration] {
        switch endpoint.output {
        case .nothing, .statuses, .headers, .file: []
        case .value, .bytes, .events, .lines:
            [.alias("Output", of: typeName ?? "")]
        }
    }

    /// The output type in the request type, and the function that creates it.
    var members: [Declaration] {
        switch endpoint.output {
        case .nothing, .bytes, .file: []
        case .value(let value):
            value.isLossy || value.isTagged
                ? [output([.text("try " + Self.reading(value))])] : []
        case .events, .lines: endMarker
        case .statuses(let statuses): acceptance + [choosing(statuses), enumeration(statuses)]
        case .headers(let value, _): acceptance + [reading(value), structure(value)]
        }
    }

    /// The property with the end of the stream, if the spec names one.
    private var endMarker: [Declaration] {
        guard let marker = endpoint.endMarker else { return [] }
        let value =
            switch marker {
            case .text(let text): literal(text)
            case .event(let names) where names.count == 1: "[\"event\": \(literal(names[0]))]"
            case .event(let names):
                "[\"event\": [\(names.map(literal).joined(separator: ", "))]]"
            case .member(let path, .text(let text)):
                "[\"by\": \(literal(path)), \"value\": \(literal(text))]"
            case .member(let path, .number(let number)):
                "[\"by\": \(literal(path)), \"value\": \(number)]"
            case .member(let path, .bool(let bool)):
                "[\"by\": \(literal(path)), \"value\": \(bool)]"
            }
        return [
            Declaration(
                introducer: "static var", name: "endMarker: JSONValue?", content: .getter(value))
        ]
    }

    /// The property that accepts any media type, for a raw or ignored body.
    private var acceptance: [Declaration] {
        let types = endpoint.output.types
        guard types.isEmpty || types.contains(where: isExplicitlyRaw) else { return [] }
        return [
            Declaration(
                introducer: "static var", name: "addsWildcardToAccept: Bool",
                content: .getter("true"))
        ]
    }

    private func output(_ body: [Statement]) -> Declaration {
        .function(
            "static func output", ["from response: CallResponse"], effects: "throws -> Output",
            body)
    }

    private func enumeration(_ statuses: [StatusSpec]) -> Declaration {
        .type(
            "enum", "Output", ["Sendable"],
            doc: [.text("What \(symbol) returns, by the status of the response.")],
            statuses.map { status in
                let payload = MessageHeaders(status.headers, context).payload(
                    after: status.value.map { [spell($0)] } ?? [])
                let doc = status.doc.map { DocText.sentence($0) + " " } ?? ""
                return .enumCase(
                    SwiftName.escaped(status.name) + payload,
                    doc: [.text(doc + "Status \(status.status).")])
            })
    }

    private func choosing(_ statuses: [StatusSpec]) -> Declaration {
        let branches = statuses.map { status -> Statement.Branch in
            let pattern = "case \(status.status)"
            let headers = MessageHeaders(status.headers, context).arguments
            guard let value = status.value else {
                let result = Call("." + status.name, headers)
                guard status.isSuccess else {
                    return .init(
                        pattern,
                        headers.isEmpty
                            ? "." + status.name : "try " + Wrapping.flat(result))
                }
                return .init(
                    pattern,
                    Call(
                        "try response.validateEmpty",
                        [
                            headers.isEmpty
                                ? .init("returning", "." + status.name)
                                : .init("returning", result)
                        ]))
            }
            guard !headers.isEmpty else {
                return .init(pattern, ".\(status.name)(try \(reading(value, of: status)))")
            }
            return .init(
                pattern,
                Call("try ." + status.name, [.init(reading(value, of: status))] + headers))
        }
        return output([
            .switching(
                on: "response.status.code",
                branches + [.init("default", "throw response.unexpectedStatus()")])
        ])
    }

    /// Returns the expression that decodes a status's payload.
    ///
    /// It names the policy if the statuses have different ones.
    private func reading(_ value: ReturnedValue, of status: StatusSpec) -> String {
        let policy =
            status.response?.builtIn?.member ?? (isExplicitlyRaw(value.type) ? ".raw" : nil)
        return Self.reading(value, by: policy)
    }

    /// Returns the expression that decodes a value.
    private static func reading(_ value: ReturnedValue, by policy: String? = nil) -> String {
        let function = value.isLossy ? "lossyList" : "value"
        let reading = "response.\(function)(\(policy.map { "by: " + $0 } ?? ""))"
        return value.isTagged ? "response.tagged(\(reading))" : reading
    }

    private func spell(_ value: ReturnedValue) -> String {
        let type = TypeSpelling(context).spell(value.type)
        return value.isTagged ? "Tagged<\(type)>" : type
    }

    /// Returns whether one status takes the raw body while others do not.
    func isExplicitlyRaw(_ type: TypeExpression) -> Bool {
        let own = endpoint.ownResponse(in: service)
        let isImplied = own == nil || endpoint.response == nil && own?.givesData == false
        return isImplied && service.takesAsItIs(type)
    }

    private func structure(_ value: ReturnedValue?) -> Declaration {
        var members: [Declaration] = []
        if let value {
            members.append(
                .variable("var", "value: \(spell(value))", doc: [.text("The body.")]))
        }
        members += headers.map { field in
            let doc = field.doc.map(DocText.sentence) ?? "The header `\(field.wireNameInDoc)`."
            return field.property(doc: [.text(doc)])
        }
        members.append(making(value))
        return .type(
            "struct", "Output", ["Sendable"],
            doc: [.text("What \(symbol) returns, with header fields of the response.")],
            members + headers.inlineTypes(context, root: nil))
    }

    /// Declares the initializer, which tests in other modules use.
    private func making(_ value: ReturnedValue?) -> Declaration {
        let value = value.map { ["value: \(spell($0))"] } ?? []
        return .function(
            "init", value + headers.map(\.parameter),
            value.map { _ in .text("self.value = value") } + headers.map { $0.assignment() })
    }

    private func reading(_ value: ReturnedValue?) -> Declaration {
        var arguments: [Call.Argument] = []
        if let value { arguments.append(.init("value", Self.reading(value))) }
        arguments += headers.map { MessageHeaders.argument($0, among: headers) }
        let making = Statement.call(
            prefix: value == nil ? "return try " : "try ", Call("Output", arguments))
        return output((value == nil ? [.text("try response.validateEmpty()")] : []) + [making])
    }
}
