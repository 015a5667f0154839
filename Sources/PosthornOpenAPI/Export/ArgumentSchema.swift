internal import PosthornFormat
package import PosthornSpec

/// Writes the JSON Schema of the arguments of a call, for programs that call endpoints by name.
package struct ArgumentSchema {
    private let exporter: Exporter

    package init(_ document: SpecDocument) {
        exporter = Exporter(document, references: Self.references)
    }

    private static let references = "#/$defs/"

    /// Returns the schema as JSON: an object with a property for each parameter, and `$defs` with the types.
    ///
    /// - Parameter isGiven: Whether a common parameter has its value from elsewhere.
    package func json(of endpoint: EndpointSpec, isGiven: (_ name: String) -> Bool) -> String {
        var properties: Members = []
        var required: [String] = []
        func add(_ parameter: ParameterSpec) {
            let field = parameter.field
            guard !field.isConstant, parameter.place != .original else { return }
            let isNamedByType = [.upload, .text, .bytes, .lines].contains(parameter.place)
            let isTaken = properties.contains { $0.key == field.wireName }
            let name = isNamedByType || isTaken ? field.swiftName : field.wireName
            guard !properties.contains(where: { $0.key == name }) else { return }
            properties.add(name, .map(schema(parameter, endpoint)))
            if !field.mayBeLeftOut, !field.traits.isFlag, parameter.place != .contentType {
                required.append(name)
            }
        }
        endpoint.parameters.forEach(add)
        let own = Set(properties.map { $0.key.lowercased() })
        for parameter in exporter.service.common {
            let name = parameter.field.wireName
            guard !endpoint.omits(name), !own.contains(name.lowercased()), !isGiven(name) else {
                continue
            }
            add(parameter)
        }
        var root = Members(["type": "object"])
        root.add("properties", .map(properties))
        root.add("required", required.isEmpty ? nil : .texts(required))
        root.add("additionalProperties", .plain("false"))
        let types = definitions(of: .map(properties))
        root.add("$defs", types.isEmpty ? nil : .map(types))
        return ExportText.json(root)
    }

    private func schema(_ parameter: ParameterSpec, _ endpoint: EndpointSpec) -> Members {
        switch parameter.place {
        case .upload, .bytes, .text:
            return Members(["type": "string", "description": "The content."])
        case .contentType:
            let types = endpoint.contentTypes(in: exporter.service).map(\.mediaType)
            return Members(["type": "string", "enum": .texts(types)])
        default: return exporter.schema(parameter.field)
        }
    }

    /// Returns the schemas of the declared types that a value refers to, and of those that they refer to.
    private func definitions(of value: SpecValue) -> Members {
        var open = Self.names(in: value)
        var found: [String: Members] = [:]
        while let name = open.popLast() {
            guard found[name] == nil, let type = exporter.types[name] else { continue }
            let schema = exporter.schema(declared: type)
            found[name] = schema
            open += Self.names(in: .map(schema))
        }
        return found.sorted { $0.key < $1.key }.map { SpecMember($0.key, .map($0.value)) }
    }

    /// Returns the names of the types that a value refers to.
    private static func names(in value: SpecValue) -> [String] {
        switch value {
        case .quoted(let text) where text.hasPrefix(references):
            [String(text.dropFirst(references.count))]
        case .list(let items): items.flatMap(names)
        case .map(let members), .block(let members), .items(let members):
            members.flatMap { names(in: $0.value) }
        case .text, .quoted, .plain, .literal: []
        }
    }
}
