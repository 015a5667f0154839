/// An object does not contain itself other than through an array or a map.
enum NoDirectRecursion: Validator {
    private struct Edge {
        var field: FieldSpec
        var target: String
    }

    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var edges: [String: [Edge]] = [:]
        let types = draft.types
        for (name, type) in types {
            guard case .object(let fields) = type.kind else { continue }
            edges[name] = fields.compactMap { field in
                guard case .named(let target) = field.type, case .object = types[target.text]?.kind
                else { return nil }
                return Edge(field: field, target: target.text)
            }
        }
        prune(&edges)
        // Each circle takes a walk over all types.
        var remaining = 20
        for file in draft.files {
            for type in file.types {
                guard remaining > 0, let edge = edges[type.name]?.first else { continue }
                remaining -= 1
                log.error(
                    file.path, edge.field.typeMark,
                    "a type that contains itself other than through an array or a map is "
                        + "not supported yet",
                    found: found(type.name, edges),
                    write: "'[\(edge.target)]', or the identifier instead of the object")
                // One diagnostic for a circle: without this type it is none.
                edges[type.name] = nil
                prune(&edges)
            }
        }
    }

    /// Removes, again and again, what contains nothing that is left.
    ///
    /// No recursion, so that a chain of types can have any length.
    private static func prune(_ edges: inout [String: [Edge]]) {
        var users: [String: [String]] = [:]
        var counts: [String: Int] = [:]
        for (name, list) in edges {
            let inner = list.filter { edges[$0.target] != nil }
            edges[name] = inner
            counts[name] = inner.count
            for edge in inner { users[edge.target, default: []].append(name) }
        }
        var free = counts.filter { $0.value == 0 }.map(\.key)
        while let name = free.popLast() {
            edges[name] = nil
            for user in users[name] ?? [] {
                counts[user, default: 0] -= 1
                if counts[user] == 0 { free.append(user) }
            }
        }
        let left = Set(edges.keys)
        for name in left { edges[name]?.removeAll { !left.contains($0.target) } }
    }

    /// The circle as a chain of names.
    ///
    /// What only leads to a circle is shown with it.
    private static func found(_ start: String, _ edges: [String: [Edge]]) -> String {
        var names = [start]
        while names.count < 8, let next = edges[names[names.count - 1]]?.first?.target {
            names.append(next)
            if names.dropLast().contains(next) { break }
        }
        return "'" + names.joined(separator: " → ") + "'"
    }
}
