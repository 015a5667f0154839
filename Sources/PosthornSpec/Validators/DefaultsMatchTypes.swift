/// A default is a value of its type.
enum DefaultsMatchTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let values = DefaultValues(types: draft.types)
        draft.forEachField { path, field, place in
            guard let value = field.defaultValue, isKnown(field.type, draft.types) else { return }
            if place == .part, field.type.isFiles {
                log.error(
                    path, value.mark, "a file has no default", found: "one", write: "none")
                return
            }
            if place == .path || place == .wholeBody {
                log.error(
                    path, value.mark,
                    "a \(place == .path ? "path parameter" : "body") has no default",
                    found: "one", write: "none")
                return
            }
            guard let problem = values.problem(value.value, field.type, depth: 0) else { return }
            log.error(
                path, value.mark,
                "a default is a value of its type \(quoted(field.type.description))",
                found: problem.found, write: problem.write)
        }
    }

    /// Whether a type was not refused: of one that was, no value is one.
    private static func isKnown(_ type: TypeExpression, _ types: [String: TypeSpec]) -> Bool {
        guard case .named(let name) = type.innermost else { return true }
        return types[name.text] != nil || ScalarType(rawValue: name.text) != nil || type.isFiles
    }
}

/// The comparison of values with types.
private struct DefaultValues {
    private let types: [String: TypeSpec]
    private let shapes: ObjectShapes

    init(types: [String: TypeSpec]) {
        self.types = types
        shapes = ObjectShapes(types)
    }

    typealias Problem = (found: String, write: String)

    func problem(
        _ value: DefaultSpec.Value, _ type: TypeExpression, depth: Int
    ) -> Problem? {
        guard depth < 32 else { return ("more levels than 32", "a shorter one") }
        switch (value, type) {
        case (_, .optional(let wrapped)):
            return problem(value, wrapped, depth: depth + 1)
        case (.list(let items), .array(let item)):
            return first(items) { problem($0, item, depth: depth + 1) }
        case (.map(let members), .map(let item)):
            return first(members) { problem($0.value, item, depth: depth + 1) }
        case (_, .inline(let kind)):
            return problem(value, kind, type, depth: depth + 1)
        case (_, .named(let name)):
            if let kind = types[name.text]?.kind {
                return problem(value, kind, type, depth: depth + 1)
            }
            guard let scalar = ScalarType(rawValue: name.text) else { return nil }
            guard case .text(let text) = value else { return (summary(value), "one value") }
            return ScalarDefault.problem(text, scalar).map { (quoted(text), $0) }
        case (.text(let text), .array):
            return (quoted(text), "'default: [\(text)]' in the long form")
        case (.text(let text), .map):
            return (quoted(text), "'default: {}' in the long form, or none")
        case (_, .array): return (summary(value), "a list")
        case (_, .map): return (summary(value), "'{}', or keys with values")
        }
    }

    private func problem(
        _ value: DefaultSpec.Value, _ kind: TypeSpec.Kind, _ type: TypeExpression, depth: Int
    ) -> Problem? {
        switch kind {
        case .enumeration(let spec):
            guard case .text(let text) = value else { return (summary(value), "one value") }
            if shapes.caseName(of: text, in: type) != nil { return nil }
            return (quoted(text), quotedList(spec.cases.prefix(20).map(\.rawValue)))
        case .wrapper(let type, _): return problem(value, type, depth: depth + 1)
        case .object:
            guard case .map(let members) = value, let shape = shapes.shape(of: type) else {
                return (summary(value), "an object, as in '{ key: value }', or no default")
            }
            return problem(members, shape, depth: depth)
        case .union, .foreign:
            return (summary(value), "no default: let a '?' on the name leave it out")
        case .refused: return nil
        }
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
            let type = shape.fields[place].type
            if let found = problem(member.value, type, depth: depth + 1) { return found }
        }
        // Not more of them are looked at than there are members, and one.
        return shape.required.first { !given.contains($0) }.map {
            ("none for '\(shape.fields[$0].wireName)'", "a value for it too")
        }
    }

    private func first<Element>(
        _ elements: [Element], _ problem: (Element) -> Problem?
    ) -> Problem? {
        for element in elements { if let found = problem(element) { return found } }
        return nil
    }

    private func summary(_ value: DefaultSpec.Value) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .list: "a list"
        case .map(let members): members.isEmpty ? "'{}'" : "keys and values"
        }
    }
}
