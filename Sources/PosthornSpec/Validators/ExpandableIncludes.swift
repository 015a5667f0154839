/// Checks that an inline object includes no type that has an inline object with includes.
///
/// Each use of such an object generates all of its fields again. Without this rule, a few lines of a spec
/// could generate an excessive or even endless amount of Swift.
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

    /// Returns the types that have an inline object with includes, directly or through their own includes.
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

    /// Returns whether a field's type contains an inline object with includes.
    private static func hasInclude(_ field: FieldSpec) -> Bool {
        guard case .inline(.object(let fields, let includes)) = field.type.innermost else {
            return false
        }
        return !includes.isEmpty || fields.contains(where: hasInclude)
    }
}
