/// A comparison of values with types, for defaults and examples.
struct ValueCheck {
    private let types: [String: TypeSpec]
    private let shapes: ObjectShapes
    /// Whether the values are examples, which can have types without defaults.
    private let isExample: Bool

    init(types: [String: TypeSpec], isExample: Bool) {
        self.types = types
        self.isExample = isExample
        shapes = ObjectShapes(types)
    }

    typealias Problem = (found: String, write: String)

    func problem(_ value: DefaultSpec.Value, _ type: TypeExpression, depth: Int) -> Problem? {
        guard depth < 32 else { return ("more levels than 32", "a shorter one") }
        switch (value, type) {
        case (.text("null"), .optional):
            return isExample
                ? nil : ("'null', which would be a text", "another value, or no default")
        case (_, .optional(let wrapped)): return problem(value, wrapped, depth: depth + 1)
        case (.list(let items), .array(let item)):
            return items.lazy.compactMap { problem($0, item, depth: depth + 1) }.first
        case (.map(let members), .map(let item)):
            return members.lazy.compactMap { problem($0.value, item, depth: depth + 1) }.first
        case (_, .inline(let kind)): return problem(value, kind, type, depth: depth + 1)
        case (_, .named(let name)):
            if let kind = types[name.text]?.kind {
                return problem(value, kind, type, depth: depth + 1)
            }
            return ScalarType(rawValue: name.text).flatMap { problem(value, $0, form: name.form) }
        case (.text(let text), .array) where !isExample:
            let list = text.hasPrefix("[") ? text : "[\(text)]"
            return (quoted(text), "'default: \(list)' in the long form")
        case (.text(let text), .map) where !isExample:
            let map = text.hasPrefix("{") ? text : "{}"
            return (quoted(text), "'default: \(map)' in the long form, or none")
        case (_, .array): return (summary(value), "a list")
        case (_, .map): return (summary(value), "'{}', or keys with values")
        }
    }

    private func problem(
        _ value: DefaultSpec.Value, _ scalar: ScalarType, form: String?
    ) -> Problem? {
        // JSON values in a spec have no types, and path values have no defaults.
        if scalar == .json || scalar == .encodedPath {
            return isExample ? nil : (summary(value), ScalarDefault.none(scalar))
        }
        guard case .text(let text) = value else { return (summary(value), "one value") }
        // An example of a URL may be incomplete.
        if isExample, scalar == .url { return nil }
        return ScalarDefault.problem(text, scalar, form: form).map { (quoted(text), $0) }
    }

    private func problem(
        _ value: DefaultSpec.Value, _ kind: TypeSpec.Kind, _ type: TypeExpression, depth: Int
    ) -> Problem? {
        switch kind {
        case .enumeration(let spec):
            guard case .text(let text) = value else { return (summary(value), "one value") }
            if shapes.caseName(of: text, in: type) != nil { return nil }
            if let named = spec.cases.first(where: { $0.swiftName == text }) {
                return (quoted(text), "\(quoted(named.rawValue)), its value on the wire")
            }
            return (quoted(text), quotedList(spec.cases.prefix(20).map(\.rawValue)))
        case .wrapper(let type, _): return problem(value, type, depth: depth + 1)
        case .object:
            guard case .map(let members) = value, let shape = shapes.shape(of: type) else {
                let write = "an object, as in '{ key: value }'"
                return (summary(value), isExample ? write : write + ", or no default")
            }
            return problem(members, shape, depth: depth)
        case .tuple(let tuple): return problem(value, tuple, depth: depth)
        case .union, .foreign:
            // Only decoding tells which values a union accepts, and only Swift code those of a foreign type.
            return isExample
                ? nil : (summary(value), "no default: let a '?' on the name leave it out")
        case .refused: return nil
        }
    }

    private func problem(_ value: DefaultSpec.Value, _ tuple: TupleSpec, depth: Int) -> Problem? {
        guard case .list(let items) = value else {
            return (summary(value), "a list, as in '[1, a]'")
        }
        guard items.count >= tuple.positions.count else {
            return ("a list of \(items.count)", "one of \(tuple.positions.count)")
        }
        if tuple.rest == nil, items.count > tuple.positions.count {
            return ("a list of \(items.count)", "one of \(tuple.positions.count)")
        }
        for (item, field) in zip(items, tuple.positions) {
            if let problem = problem(item, field.type, depth: depth + 1) { return problem }
        }
        guard let rest = tuple.rest else { return nil }
        let others = Array(items.dropFirst(tuple.positions.count))
        return problem(.list(others), rest.type, depth: depth + 1)
    }

    private func problem(
        _ members: [DefaultSpec.Member], _ shape: ObjectShapes.Shape, depth: Int
    ) -> Problem? {
        var given: Set<Int> = []
        for member in members {
            guard let place = shape.places[member.key] else {
                return (
                    "\(quoted(member.key)), which it does not have",
                    quotedList(shape.fields.prefix(20).map(\.wireName))
                )
            }
            given.insert(place)
            let field = shape.fields[place]
            if isExample, field.isOptional, member.value == .text("null") { continue }
            if let found = problem(member.value, field.type, depth: depth + 1) { return found }
        }
        // The search ends after at most one more field than there are members.
        return shape.required.first { !given.contains($0) }.map {
            ("none for '\(shape.fields[$0].wireName)'", "a value for it too")
        }
    }

    private func summary(_ value: DefaultSpec.Value) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .list: "a list"
        case .map(let members): members.isEmpty ? "'{}'" : "keys and values"
        }
    }
}
