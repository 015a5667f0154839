/// A default is a value of its type.
enum DefaultsMatchTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        draft.forEachField { path, field, place in
            guard let value = field.defaultValue else { return }
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
            guard let problem = problem(value.value, field.type, types, depth: 0) else { return }
            log.error(
                path, value.mark,
                "a default is a value of its type \(quoted(field.type.description))",
                found: problem.found, write: problem.write)
        }
    }

    private typealias Problem = (found: String, write: String)

    private static func problem(
        _ value: DefaultSpec.Value, _ type: TypeExpression, _ types: [String: TypeSpec], depth: Int
    ) -> Problem? {
        guard depth < 32 else { return ("more levels than 32", "a shorter one") }
        switch (value, type) {
        case (_, .optional(let wrapped)):
            return problem(value, wrapped, types, depth: depth + 1)
        case (.list(let items), .array(let item)):
            return first(items) { problem($0, item, types, depth: depth + 1) }
        case (.map(let members), .map(let item)):
            return first(members) { problem($0.value, item, types, depth: depth + 1) }
        case (_, .inline(let kind)):
            return problem(value, kind, types, depth: depth + 1)
        case (_, .named(let name)):
            if let kind = types[name.text]?.kind {
                return problem(value, kind, types, depth: depth + 1)
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

    private static func problem(
        _ value: DefaultSpec.Value, _ kind: TypeSpec.Kind, _ types: [String: TypeSpec], depth: Int
    ) -> Problem? {
        switch kind {
        case .enumeration(let spec):
            guard case .text(let text) = value else { return (summary(value), "one value") }
            if spec.cases.contains(where: { $0.rawValue == text }) { return nil }
            return (quoted(text), quotedList(spec.cases.map(\.rawValue)))
        case .wrapper(let type, _): return problem(value, type, types, depth: depth + 1)
        case .object(let own, let includes):
            guard case .map(let members) = value else {
                return (summary(value), "an object, as in '{ key: value }', or no default")
            }
            let fields = Includes.fields(own, includes, types)
            for member in members {
                guard let field = fields.first(where: { $0.wireName == member.key }) else {
                    return (
                        "\(quoted(member.key)), which it does not have",
                        quotedList(fields.map(\.wireName))
                    )
                }
                if let found = problem(member.value, field.type, types, depth: depth + 1) {
                    return found
                }
            }
            let missing = fields.first { field in
                !field.isOptional && field.defaultValue == nil
                    && !members.contains { $0.key == field.wireName }
            }
            return missing.map { ("none for '\($0.wireName)'", "a value for it too") }
        case .union, .foreign:
            return (summary(value), "no default: let a '?' on the name leave it out")
        case .refused: return nil
        }
    }

    private static func first<Element>(
        _ elements: [Element], _ problem: (Element) -> Problem?
    ) -> Problem? {
        for element in elements { if let found = problem(element) { return found } }
        return nil
    }

    private static func summary(_ value: DefaultSpec.Value) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .list: "a list"
        case .map(let members): members.isEmpty ? "'{}'" : "keys and values"
        }
    }
}
