/// A default does not need itself: an object in it leaves out no field whose default leads back.
enum EndlessDefaults: Validator {
    /// A field with a default, by its identity: the fields of a type that is included are the same.
    private typealias Node = ObjectIdentifier

    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var edges: [Node: [Node]] = [:]
        var walk = Walk(shapes: ObjectShapes(draft.types))
        var defaults: [(path: String, field: FieldSpec, value: DefaultSpec)] = []
        draft.forEachField { path, field, _ in
            guard let value = field.defaultValue else { return }
            walk.left = []
            walk.add(value.value, field.type, depth: 0)
            guard !walk.left.isEmpty else { return }
            edges[ObjectIdentifier(field)] = walk.left
            defaults.append((path, field, value))
        }
        prune(&edges)
        // Each circle takes a walk over all defaults.
        var remaining = 20
        for (path, field, value) in defaults
        where remaining > 0 && edges[ObjectIdentifier(field)] != nil {
            remaining -= 1
            log.error(
                path, value.mark, "a default does not need itself",
                found: "an object without \(quoted(field.wireName)), which this would be again",
                write: "a value for it there too, or no default")
            edges[ObjectIdentifier(field)] = nil
            prune(&edges)
        }
    }

    /// Removes, again and again, what needs nothing that is left, and what nothing left needs.
    private static func prune(_ edges: inout [Node: [Node]]) {
        for _ in 0..<2 {
            var back: [Node: [Node]] = [:]
            for (node, targets) in edges {
                for target in targets where edges[target] != nil {
                    back[target, default: []].append(node)
                }
            }
            var counts = edges.mapValues { _ in 0 }
            for nodes in back.values { for node in nodes { counts[node, default: 0] += 1 } }
            var free = counts.filter { $0.value == 0 }.map(\.key)
            while let node = free.popLast() {
                edges[node] = nil
                for user in back[node] ?? [] {
                    counts[user, default: 0] -= 1
                    if counts[user] == 0 { free.append(user) }
                }
            }
            // The other way round: what is left, turned.
            edges = edges.keys.reduce(into: [:]) { turned, node in
                turned[node] = (back[node] ?? []).filter { edges[$0] != nil }
            }
        }
    }

    /// Finds the fields that a default leaves out and that have a default with objects themselves.
    private struct Walk {
        let shapes: ObjectShapes
        var left: [Node] = []
        /// How much is still looked at, so that a spec that is made to hurt ends in time.
        private var room = 1_000_000

        init(shapes: ObjectShapes) { self.shapes = shapes }

        mutating func add(_ value: DefaultSpec.Value, _ type: TypeExpression, depth: Int) {
            guard depth < 32 else { return }
            switch (value, type) {
            case (_, .optional(let wrapped)): add(value, wrapped, depth: depth + 1)
            case (.list(let items), .array(let item)):
                for value in items { add(value, item, depth: depth + 1) }
            case (.map(let members), .map(let item)):
                for member in members { add(member.value, item, depth: depth + 1) }
            case (.map(let members), _):
                guard let shape = shapes.shape(of: type) else { return }
                let given = Set(members.map(\.key))
                for member in members {
                    guard let place = shape.places[member.key] else { continue }
                    add(member.value, shape.fields[place].type, depth: depth + 1)
                }
                for field in shape.building where !given.contains(field.wireName) {
                    guard room > 0 else { return }
                    room -= 1
                    left.append(ObjectIdentifier(field))
                }
            default: break
            }
        }
    }
}
