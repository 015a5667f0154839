internal import PosthornSpec

/// The generator of the examples of all endpoints, for a service whose spec has one.
struct ExamplesBuilder {
    let context: GeneratorContext

    /// The property with the examples.
    var declaration: Declaration {
        let texts = ExampleText(context: context)
        let examples = context.exampleEndpoints.map { endpoint -> Statement in
            let example = Call("EndpointExample", arguments(endpoint, texts))
            return .call(Call("list.append", [.init(example)]))
        }
        return .function(
            "static var examples: [EndpointExample]", nil,
            doc: [.text("A response of each endpoint, for stubs.")],
            [.text("var list: [EndpointExample] = []")] + examples + [.text("return list")])
    }

    private func arguments(_ endpoint: EndpointSpec, _ texts: ExampleText) -> [Call.Argument] {
        var arguments = [Call.Argument(literal(name(of: endpoint)))]
        let example = endpoint.rules.example?.value
        var headers: [FieldSpec] = []
        switch endpoint.output {
        case .nothing: break
        case .bytes, .file: arguments.append(.init("bytes", literal("bytes")))
        case .events(let type), .lines(let type):
            let isEvents = if case .events = endpoint.output { true } else { false }
            let items = elements(type, example, texts)
            let text = items.map { isEvents ? "data: \($0)\n\n" : $0 + "\n" }.joined()
            arguments += pieces(text, isEvents ? "events" : "lines")
        case .value(let value):
            if let json = texts.json(value.type, example) {
                arguments += pieces(json)
            }
        case .headers(let value, let fields):
            headers = fields
            if let json = value.flatMap({ texts.json($0.type, example) }) {
                arguments += pieces(json)
            }
        case .statuses(let statuses):
            guard let status = statuses.first(where: { $0.value != nil }) ?? statuses.first else {
                break
            }
            headers = status.headers
            if let json = status.value.flatMap({ texts.json($0.type, example) }) {
                arguments += pieces(json)
            }
            arguments.append(.init("status", "\(status.status)"))
        }
        var fields = headers.filter { !$0.isOptional }.compactMap { field in
            texts.header(field).map { "\(literal(field.wireName)): \(literal($0))" }
        }
        if endpoint.output.value?.isTagged == true {
            fields.append("\(literal("ETag")): \(literal("\"1\""))")
        }
        if !fields.isEmpty {
            arguments.append(.init("headers", "[\(fields.joined(separator: ", "))]"))
        }
        return arguments
    }

    /// Returns the name of an endpoint in calls, which may be that of its request type.
    private func name(of endpoint: EndpointSpec) -> String {
        let isNamed =
            endpoint.group != nil
            || context.types[SwiftName.uppercasingStart(endpoint.name)] != nil
        guard !isNamed else { return endpoint.fullName }
        let type = SwiftName.request(of: endpoint.name, beside: context.types)
        return type.prefix(1).lowercased() + type.dropFirst()
    }

    /// Returns the elements of a stream, of which the example is one or a list.
    private func elements(
        _ type: TypeExpression, _ example: DefaultSpec.Value?, _ texts: ExampleText
    ) -> [String] {
        guard case .list(let items)? = example, !type.isArray else {
            return texts.json(type, example).map { [$0] } ?? []
        }
        return items.compactMap { texts.json(type, $0) }
    }

    /// Returns a text as arguments that fit in a line.
    private func pieces(_ text: String, _ label: String = "json") -> [Call.Argument] {
        var pieces: [String] = []
        var piece = ""
        for character in text {
            piece.append(character)
            guard literal(piece).utf8.count >= 70 else { continue }
            pieces.append(piece)
            piece = ""
        }
        if !piece.isEmpty || pieces.isEmpty { pieces.append(piece) }
        return pieces.enumerated().map { place, piece in
            Call.Argument(place == 0 ? label : nil, literal(piece))
        }
    }
}
