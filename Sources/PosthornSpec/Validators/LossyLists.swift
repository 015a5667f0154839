/// Checks that `lossy` stands beside lists and maps whose elements can be left out.
enum LossyLists {
    static let rule = "'lossy' leaves elements of a list out"

    static func check(_ field: FieldSpec, _ draft: SpecDraft, _ log: FileLog) {
        if field.isPresence {
            log.error(
                field.typeMark, "a list with 'lossy' may be missing or null, and not both",
                found: quoted(field.type.description),
                write: quoted(field.type.wrapped.description))
        } else if case .map(let item) = field.type.wrapped {
            check(.array(item), at: field.typeMark, draft, log)
        } else {
            check(field.type.wrapped, at: field.typeMark, draft, log)
        }
    }

    /// Checks a type whose values are lists.
    static func check(
        _ type: TypeExpression, at mark: SourceMark, _ draft: SpecDraft, _ log: FileLog
    ) {
        guard case .array(let item) = type else {
            log.error(mark, rule, found: quoted(type.description), write: "no 'lossy' here")
            return
        }
        guard case .foreign = item.innermost.kind(in: draft.types) else { return }
        log.error(
            mark, "the elements of a list with 'lossy' have a type of the spec",
            found: "\(quoted(item.description)), which is written in Swift",
            write: "'JSON' for the elements, and decode them")
    }
}
