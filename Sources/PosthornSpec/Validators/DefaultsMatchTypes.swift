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
            check(value, field.type, path, types, log)
        }
    }

    private static func check(
        _ value: DefaultSpec, _ type: TypeExpression, _ path: String, _ types: [String: TypeSpec],
        _ log: DiagnosticLog
    ) {
        func refuse(_ found: String, _ write: String) {
            log.error(
                path, value.mark, "a default is a value of its type \(quoted(type.description))",
                found: found, write: write)
        }
        switch (value.value, type) {
        case (.text(let text), .openEnum(let cases)):
            checkCase(text, cases, refuse)
        case (.text(let text), .named(let name)):
            if let scalar = ScalarType(rawValue: name.text) {
                if let problem = ScalarDefault.problem(text, scalar) {
                    refuse(quoted(text), problem)
                }
            } else if case .openEnum(let cases) = types[name.text]?.kind {
                checkCase(text, cases, refuse)
            } else if case .object = types[name.text]?.kind {
                refuse(quoted(text), "no default: one for an object is not supported yet")
            }
        case (.list(let texts), .array(let item)):
            for text in texts {
                check(DefaultSpec(value: .text(text), mark: value.mark), item, path, types, log)
            }
        case (.emptyMap, .map):
            break
        case (.text(let text), .array):
            refuse(quoted(text), "'default: [\(text)]' in the long form")
        case (.text(let text), .map):
            refuse(quoted(text), "'default: {}' in the long form, or none")
        case (.list, _):
            refuse("a list", "one value")
        case (.emptyMap, _):
            refuse("'{}'", "one value")
        }
    }

    private static func checkCase(
        _ text: String, _ cases: [EnumCase], _ refuse: (String, String) -> Void
    ) {
        guard !cases.contains(where: { $0.rawValue == text }) else { return }
        refuse(quoted(text), quotedList(cases.map(\.rawValue)))
    }
}
