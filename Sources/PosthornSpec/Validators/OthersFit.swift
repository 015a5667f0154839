/// Checks that `others` has a type that the members without a name can have, and stands in no body's fields.
enum OthersFit: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        let paths = SealedPaths(types)
        draft.forEachField(log) { log, field, _ in
            guard field.holdsOthers, case .map(let type) = field.type else { return }
            if case .foreign = type.innermost.kind(in: types) {
                log.error(
                    field.typeMark, "the members of 'others' have a type of the spec",
                    found: "\(quoted(type.description)), which is written in Swift",
                    write: "'others: JSON', and decode the values")
            }
            if (try? paths.paths(in: type))?.isEmpty != true {
                log.error(
                    field.typeMark, "the members of 'others' have no sealed fields",
                    found: quoted(type.description), write: "a type without sealed fields")
            }
        }
        draft.forEachEndpoint(log) { log, endpoint in
            for field in endpoint.parameters.lazy.map(\.field) where field.holdsOthers {
                log.error(
                    field.mark, "a body includes no object with 'others'",
                    found: "one in what is included",
                    write: "the object as the body, or as a field of it")
            }
        }
    }
}
