/// Checks that no default needs itself.
///
/// An object in a default gets the defaults of its omitted fields, which must not lead back to it.
enum EndlessDefaults: Validator {
    /// The identity of a field with a default, which is the same where the field is included.
    private typealias Node = ObjectIdentifier

    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var edges: [Node: [Node]] = [:]
        var walk = Walk(shapes: ObjectShapes(draft.types))
        var defaults: [(log: FileLog, field: FieldSpec, value: DefaultSpec)] = []
        draft.forEachField(log) { log, field, _ in
            guard let value = field.defaultValue else { return }
            walk.left = []
            walk.add(value.value, field.type, depth: 0)
            guard !walk.left.isEmpty else { return }
            edges[ObjectIdentifier(field)] = walk.left
            defaults.append((log, field, value))
        }
        var circles = Graph(edges)
        circles.keepCircles()
        // Each cycle takes a pass over all defaults.
        var remaining = 20
        for (log, field, value) in defaults
        where remaining > 0 && circles.edges[ObjectIdentifier(field)] != nil {
            remaining -= 1
            log.error(
                value.mark, "a default does not need itself",
                found: "an object without \(quoted(field.wireName)), which this would be again",
                write: "a value for it there too, or no default")
            circles.remove(ObjectIdentifier(field))
            circles.keepCircles()
        }
    }

    /// A search for the fields that a default omits and whose own defaults have objects.
    private struct Walk {
        let shapes: ObjectShapes
        var left: [Node] = []
        /// The remaining number of fields, which bounds the time for a malicious spec.
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
