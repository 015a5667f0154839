/// A default is a value of its type.
enum DefaultsMatchTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let values = ValueCheck(types: draft.types, isExample: false)
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
