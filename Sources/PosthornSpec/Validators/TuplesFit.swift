/// Checks that the positions of tuples have types that JSON arrays of the spec can hold.
enum TuplesFit: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        draft.forEachKind(log) { log, kind in
            guard case .tuple(let tuple) = kind else { return }
            for field in tuple.fields {
                guard case .foreign = field.type.innermost.kind(in: draft.types) else { continue }
                log.error(
                    field.typeMark, "the positions of a tuple have types of the spec",
                    found: "\(quoted(field.type.description)), which is written in Swift",
                    write: "'JSON', and decode the value")
            }
        }
    }
}
