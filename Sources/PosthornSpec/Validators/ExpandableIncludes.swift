/// An object in place includes only types that have no object in place which includes something.
///
/// Each use of such an object writes all of its fields anew: without the rule a few lines would
/// stand for more Swift than fits anywhere, or for Swift without end.
enum ExpandableIncludes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let expanding = expanding(draft.types)
        guard !expanding.isEmpty else { return }
        draft.forEachField(log) { log, field, _ in
            guard case .inline(.object(_, let includes)) = field.type.innermost else { return }
            for name in includes where expanding.contains(name.text) {
                log.error(
                    name.mark,
                    "an object in place includes types without such an object of their own",
                    found: quoted(name.text), write: "this object under 'types:', and its name here"
                )
            }
        }
    }

    /// The types that have, by themselves or by what they include, an object in place which includes
    /// something.
    private static func expanding(_ types: [String: TypeSpec]) -> Set<String> {
        var uses: [String: [String]] = [:]
        var found: [String] = []
        for (name, type) in types {
            guard case .object(let fields, let includes) = type.kind else { continue }
            uses[name] = includes.map(\.text)
            if fields.contains(where: hasInclude) { found.append(name) }
        }
        return Graph(uses).leading(to: found)
    }

    /// Whether a field's type is, or holds, an object in place that includes something.
    private static func hasInclude(_ field: FieldSpec) -> Bool {
        guard case .inline(.object(let fields, let includes)) = field.type.innermost else {
            return false
        }
        return !includes.isEmpty || fields.contains(where: hasInclude)
    }
}
