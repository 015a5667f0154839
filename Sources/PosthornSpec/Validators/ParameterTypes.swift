/// What goes into a path, a query or a header has a type that can be written as text.
enum ParameterTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        draft.forEachField { path, field, place in
            if field.type.innermost.scalar == .data {
                log.error(
                    path, field.typeMark, "'Data' in a request or an object is not supported yet",
                    found: quoted(field.type.description), write: "'String'")
                return
            }
            guard let place, !place.isInBody || place == .form else { return }
            var type = field.type
            let takesArrays = place != .path && place != .cookie
            if takesArrays, case .array(let item) = type { type = item }
            guard !isText(type, types) else { return }
            let allowed =
                takesArrays ? "a scalar, an enum or an array of such" : "a scalar or an enum"
            log.error(
                path, field.typeMark, "a \(place.rawValue) parameter is \(allowed)",
                found: quoted(field.type.description), write: "such a type")
        }
    }

    /// Whether a type can be written as text.
    static func isText(_ type: TypeExpression, _ types: [String: TypeSpec]) -> Bool {
        switch type {
        case .openEnum: true
        case .array, .map: false
        case .named(let name):
            if case .object = types[name.text]?.kind { false } else { true }
        }
    }
}
