/// Checks that the parameters outside of the body, and those of forms, can be written as text.
enum ParameterTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        draft.forEachField(log) { log, field, place in
            guard let place, !place.isInBody || place == .form else { return }
            var type = field.type.wrapped
            if field.traits.isPattern {
                checkPattern(field, takesLists: place == .query, types, log)
                return
            }
            if field.takesAnyType, place != .path, type.textForm == nil { return }
            let takesArrays =
                place != .cookie && place != .path || field.takesAnyType && type.textForm == nil
            if place == .path, takesArrays, case .map(let item) = type {
                type = item
            } else if takesArrays, case .array(let item) = type {
                type = item
            }
            guard !isText(type, types) else { return }
            if place == .path, field.takesAnyType, type.textForm != nil, type.isList {
                log.error(
                    field.typeMark, "a list in a path has no form of its own",
                    found: quoted(field.type.description),
                    write: "a list of a type '{ wraps: \(type.innermost) }' under 'types'")
                return
            }
            let allowed =
                place == .path && takesArrays
                ? "a scalar, an enum, or a list or a map of such"
                : takesArrays ? "a scalar, an enum or an array of such" : "a scalar or an enum"
            log.error(
                field.typeMark, "a \(place.rawValue) parameter is \(allowed)",
                found: quoted(field.type.description),
                write: place == .path && !field.takesAnyType && field.type.wrapped.isList
                    ? "such a type, or '{\(field.wireName)*}' in the path"
                    : "such a type" + alternative(field, place))
        }
    }

    /// Returns how a parameter of a query or a form can have another type.
    private static func alternative(_ field: FieldSpec, _ place: ParameterSpec.Place) -> String {
        guard place == .query || place == .form, field.type.textForm == nil else { return "" }
        let type = field.type.wrapped.description
        let json =
            field.type.innermost.name == nil
            ? ", or 'style: json' beside the type"
            : ", or '{ type: \(type.hasPrefix("[") ? quotedInYAML(type) : type), style: json }'"
        return place == .query
            ? json
            : json + ", or the fields under 'body' with 'sends: application/x-www-form-urlencoded'"
    }

    private static func quotedInYAML(_ text: String) -> String { "\"\(text)\"" }

    /// Checks the type of a map whose keys end the names of header fields or query parameters.
    private static func checkPattern(
        _ field: FieldSpec, takesLists: Bool, _ types: [String: TypeSpec], _ log: FileLog
    ) {
        if case .map(var value) = field.type, field.type.textForm == nil {
            if takesLists, field.style != .json, case .array(let item) = value { value = item }
            if isText(value, types) { return }
        }
        refusePattern(field, takesLists: takesLists, log)
    }

    static func refusePattern(_ field: FieldSpec, takesLists: Bool, _ log: FileLog) {
        log.error(
            field.typeMark,
            "a name that ends in '*' is a map of scalars or enums"
                + (takesLists ? ", or of lists of these," : "") + " without a form",
            found: quoted(field.type.description), write: "'[String: String]'")
    }

    /// Returns whether values of a type can be written as text.
    static func isText(_ type: TypeExpression, _ types: [String: TypeSpec]) -> Bool {
        switch type.kind(in: types) {
        case nil: if case .named = type { type.scalar != .json } else { false }
        case .enumeration, .refused: true
        case .wrapper(.named(let name), _):
            // Wrappers of wrappers are refused, because they could form a cycle.
            if case .enumeration = types[name.text]?.kind {
                true
            } else {
                ScalarType(rawValue: name.text).map { $0 != .json } ?? false
            }
        case .object, .union, .tuple, .wrapper, .foreign: false
        }
    }
}
