/// Checks that the places of fields with `at` are different, and that only whole objects have such fields.
enum NestedPlaces: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        draft.forEachKind(log) { log, kind in
            guard case .object(let own, let includes) = kind else { return }
            let fields = Includes.fields(own, includes, types)
            guard fields.contains(where: { !$0.traits.at.isEmpty }) else { return }
            check(fields, own, log)
        }
        draft.forEachEndpoint(log) { log, endpoint in
            for field in endpoint.parameters.lazy.map(\.field) where !field.traits.at.isEmpty {
                log.error(
                    field.mark, "a body includes no object with 'at'",
                    found: "'\(field.shownName)' in what is included",
                    write: "the object as the body, or as a field of it")
            }
        }
    }

    private static func check(_ fields: [FieldSpec], _ own: [FieldSpec], _ log: FileLog) {
        if let others = own.first(where: \.holdsOthers) {
            log.error(
                others.mark, "an object with 'others' has no fields with 'at'",
                found:
                    "'others' beside '\(fields.first { !$0.traits.at.isEmpty }?.shownName ?? "")'",
                write: "types with 'others' for the members between them")
        }
        var ends: [[String]: FieldSpec] = [:]
        for field in fields where !field.holdsOthers && ends[field.path] == nil {
            ends[field.path] = field
        }
        for field in own where !field.holdsOthers {
            let path = field.path
            let other = (1...path.count).lazy.compactMap { ends[Array(path.prefix($0))] }
                .first { $0 !== field }
            guard let other else { continue }
            log.error(
                field.mark, "two fields have different places in JSON",
                found: "'\(field.shownName)' and '\(other.shownName)' in line \(other.mark.line)",
                write: "one of the two less, or a type with both for the outer one")
        }
    }
}
