/// Checks that defaults are values of their types.
enum DefaultsMatchTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let values = ValueCheck(types: draft.types, isExample: false)
        draft.forEachField(log) { log, field, place in
            guard let value = field.defaultValue, isKnown(field.type, draft.types) else { return }
            let other: String? =
                switch place {
                case .part where field.type.isFiles: "file"
                case .path, .url: "path parameter"
                case .wholeBody: "body"
                default: nil
                }
            if let other {
                log.error(value.mark, "a \(other) has no default", found: "one", write: "none")
                return
            }
            guard let problem = values.problem(value.value, field.type, depth: 0) else { return }
            log.error(
                value.mark, "a default is a value of its type \(quoted(field.type.description))",
                found: problem.found, write: problem.write)
        }
    }

    /// Returns whether a type is known, because no default can match a refused type.
    private static func isKnown(_ type: TypeExpression, _ types: [String: TypeSpec]) -> Bool {
        guard let name = type.name else { return true }
        return types[name.text] != nil || ScalarType(rawValue: name.text) != nil || type.isFiles
    }
}
