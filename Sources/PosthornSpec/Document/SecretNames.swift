/// The wire names of the secret members that values of types have.
package struct SecretNames: Sendable {
    /// The names in values of each declared type that has any.
    private var names: [String: Set<String>] = [:]

    package init(_ types: [String: TypeSpec]) {
        var own: [String: Set<String>] = [:]
        for (name, type) in types {
            type.kind.forEachInner { kind in
                for field in kind.fields where field.isSecret {
                    own[name, default: []].insert(field.path.last ?? field.wireName)
                }
            }
        }
        // Most services have no secret members.
        if own.isEmpty { return }
        var edges: [String: [String]] = [:]
        for (name, type) in types {
            type.kind.forEachName { edges[name, default: []].append($0.text) }
        }
        let graph = Graph(edges)
        for (name, secrets) in own {
            for user in graph.leading(to: [name]) { names[user, default: []].formUnion(secrets) }
        }
    }

    /// All names.
    var all: Set<String> { names.values.reduce(into: []) { $0.formUnion($1) } }

    /// Returns the names in values of a type.
    package func names(in type: TypeExpression) -> Set<String> {
        var found: Set<String> = []
        switch type.innermost {
        case .named(let name): found = names[name.text] ?? []
        case .inline(let kind):
            kind.forEachInner { kind in
                for field in kind.fields where field.isSecret {
                    found.insert(field.path.last ?? field.wireName)
                }
            }
            if !names.isEmpty { kind.forEachName { found.formUnion(names[$0.text] ?? []) } }
        case .array, .map, .optional: break
        }
        return found
    }

    /// Returns the names of the secret parameters, and of those in their values.
    package func names(among parameters: [ParameterSpec]) -> Set<String> {
        var found: Set<String> = []
        for field in parameters.lazy.map(\.field) {
            if field.isSecret { found.insert(field.path.last ?? field.wireName) }
            let inner = names(in: field.type)
            // Logs and recordings don't read JSON in a query.
            if field.style == .json, !inner.isEmpty { found.insert(field.wireName) }
            found.formUnion(inner)
        }
        return found
    }

    /// Returns the names in an endpoint's request, results and documented failures.
    package func names(of endpoint: EndpointSpec) -> Set<String> {
        var found = names(among: endpoint.parameters)
        switch endpoint.issued {
        case .member(let path): found.insert(String(path.split(separator: ".").last ?? ""))
        case .header(let name): found.insert(name)
        case .whole: found.insert("")
        case .cookie, nil: break
        }
        for field in endpoint.returnedHeaders where field.isSecret {
            found.insert(field.path.last ?? field.wireName)
        }
        for type in endpoint.resultTypes + endpoint.errors.compactMap(\.type) {
            found.formUnion(names(in: type))
        }
        return found
    }
}
