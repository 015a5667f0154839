/// Warns of a PUT that replaces an object with what a GET of the same path returns.
///
/// A type keeps only the members that it names, so that the PUT would remove all others.
enum ReplacedObjects: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        var readers: [String: [EndpointSpec]] = [:]
        draft.forEachEndpoint(log) { _, endpoint in
            guard endpoint.method == .get else { return }
            readers[place(of: endpoint), default: []].append(endpoint)
        }
        draft.forEachEndpoint(log) { log, endpoint in
            guard endpoint.method == .put,
                let body = endpoint.parameters.first(where: { $0.place == .wholeBody })?.field,
                let name = body.type.name?.text, !objects(in: body.type, types).isEmpty,
                let reader = readers[place(of: endpoint)]?.first(where: {
                    !objects(in: body.type, types).isDisjoint(
                        with: $0.output.types.reduce(into: []) {
                            $0.formUnion(objects(in: $1, types))
                        })
                })
            else { return }
            log.warning(
                body.typeMark,
                "a PUT of what a GET returns removes the members that the spec does not name",
                found: "\(quoted(name)), which \(quoted(reader.fullName)) returns",
                write: isXML(endpoint, draft)
                    ? "'others: JSON' in \(quoted(name)), which keeps them"
                    : advice(body.type, name, types))
        }
    }

    /// Returns whether the body has to be a declared type, whose name is that of the root.
    private static func isXML(_ endpoint: EndpointSpec, _ draft: SpecDraft) -> Bool {
        draft.services.first.map { service in
            endpoint.contentTypes(in: service).contains { $0.format == .xml }
        } ?? false
    }

    private static func advice(
        _ type: TypeExpression, _ name: String, _ types: [String: TypeSpec]
    ) -> String {
        guard case .named = type, case .object = types[name]?.kind else {
            return "'JSON' in both, unless \(quoted(name)) names every member or the server merges"
        }
        return
            "'JSON' in both, or 'body: { includes: [\(name)] }' if \(quoted(name)) names every member "
            + "or the server merges"
    }

    /// Returns the path without the names of its parameters and without its query.
    private static func place(of endpoint: EndpointSpec) -> String {
        var place = ""
        var rest = endpoint.path[...]
        while let start = rest.firstIndex(of: "{") {
            place += rest[..<start]
            let inner = rest[start...].prefix { $0 != "}" }
            if !inner.hasPrefix("{?"), !inner.hasPrefix("{&") { place += "{}" }
            rest = rest[inner.endIndex...].dropFirst()
        }
        return place + rest
    }

    /// Returns the objects that a value or its elements are, without those in their fields.
    private static func objects(
        in type: TypeExpression, _ types: [String: TypeSpec]
    ) -> Set<String> {
        guard case .named(let name) = type.innermost else { return [] }
        switch types[name.text]?.kind {
        case .object(let own, let includes):
            let fields = Includes.fields(own, includes, types)
            return fields.contains(where: \.holdsOthers) ? [] : [name.text]
        case .wrapper:
            guard case .named(let inner) = type.innermost.limited(types).type.innermost,
                case .object = types[inner.text]?.kind
            else { return [] }
            return objects(in: .named(inner), types)
        case .enumeration, .union, .tuple, .foreign, .refused, nil: return []
        }
    }
}
