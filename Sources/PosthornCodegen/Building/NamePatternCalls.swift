internal import PosthornSpec

/// The generator of calls for maps whose keys end the names of header fields or query parameters.
enum NamePatternCalls {
    /// Returns the statements that check a map and add its entries to the request.
    static func calls(
        _ place: ParameterSpec.Place, _ field: FieldModel, _ prefix: Substring, value: String,
        _ endpoint: EndpointSpec, _ context: GeneratorContext
    ) -> [Statement] {
        let service = context.service
        var names = (endpoint.parameters + service.common).filter { $0.place == place }
            .map(\.field.wireName)
        if place == .header {
            for case .header(let name, _) in service.auth.map(\.scheme) { names.append(name) }
        } else {
            for case .query(let name) in service.auth.map(\.scheme) { names.append(name) }
            names += expanded(in: endpoint.path)
        }
        var arguments = self.prefix(prefix, isHeader: place == .header, besides: names)
        arguments.insert(.init(value), at: 1)
        if let style = field.spec.style, style != .json {
            arguments.append(.init("style", BuilderCalls.swift(style)))
        }
        return LimitCalls.checks(of: field, value: value, receiver: "request", context: context)
            + [.call(Call("request.\(place.rawValue)", arguments))]
    }

    /// Returns the arguments for the start of the names, and for the declared names that have it.
    static func prefix(
        _ prefix: Substring, isHeader: Bool, besides names: [String]
    ) -> [Call.Argument] {
        let start = isHeader ? prefix.lowercased() : String(prefix)
        var declared: [String] = []
        for name in names where !name.hasSuffix("*") && !declared.contains(name) {
            if (isHeader ? name.lowercased() : name).hasPrefix(start) { declared.append(name) }
        }
        let list = declared.map(literal).joined(separator: ", ")
        return [.init("prefix", literal(String(prefix)))]
            + (declared.isEmpty ? [] : [.init("besides", "[\(list)]")])
    }

    /// Returns the query parameters in a path, as in `/search{?q,page}`.
    private static func expanded(in path: String) -> [String] {
        guard let start = path.firstRange(of: "{?") ?? path.firstRange(of: "{&") else { return [] }
        return path[start.upperBound...].split { "{}?&,*".contains($0) }.map(String.init)
    }
}
