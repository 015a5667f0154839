/// A type does not contain itself in such a way that no value of it could ever end.
///
/// Arrays, maps, optionals and unions can end; for the latter two a box is generated.
enum NoDirectRecursion: Validator {
    private struct Edge {
        var mark: SourceMark
        var target: String
    }

    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var edges: [String: [Edge]] = [:]
        let types = draft.types
        for (name, type) in types {
            switch type.kind {
            case .object(let own, let includes):
                edges[name] = Includes.fields(own, includes, types).flatMap {
                    Self.edges(of: $0, $0.typeMark, types, isIncluding: false)
                }
            case .wrapper(.named(let target), let mark) where types[target.text] != nil:
                edges[name] = [Edge(mark: mark, target: target.text)]
            default: break
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
                    file.path, edge.mark,
                    "a type contains itself only where it can be left out",
                    found: found(type.name, edges),
                    write: "a '?' on one of the names, or '[\(edge.target)]'")
                // One diagnostic for a circle: without this type it is none.
                edges[type.name] = nil
                prune(&edges)
            }
        }
    }

    /// The types without which a field has no value.
    ///
    /// Objects in place that include others are looked into once: one in another is refused
    /// elsewhere.
    private static func edges(
        of field: FieldSpec, _ mark: SourceMark, _ types: [String: TypeSpec], isIncluding: Bool
    ) -> [Edge] {
        guard !field.isOptional else { return [] }
        switch field.type {
        case .named(let target) where types[target.text] != nil:
            return [Edge(mark: mark, target: target.text)]
        case .inline(.object(let own, let includes)):
            let fields = isIncluding ? own : Includes.fields(own, includes, types)
            let isIncluding = isIncluding || !includes.isEmpty
            return fields.flatMap { edges(of: $0, mark, types, isIncluding: isIncluding) }
        default: return []
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
