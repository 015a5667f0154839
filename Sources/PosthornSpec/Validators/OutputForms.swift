/// Checks that no whole response has the format of a date, of data or of a number.
///
/// The response policy decides how to decode a whole response. Formats are valid for fields, parameters and
/// declared types. Also checks that `lossy` stands beside lists.
enum OutputForms: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        draft.forEachEndpoint(log) { log, endpoint in
            if case .statuses(let statuses) = endpoint.output {
                for status in statuses {
                    if let value = status.value { check(value, status.mark, draft, log) }
                }
            } else if let value = endpoint.output.value {
                check(value, endpoint.returnsMark, draft, log)
            } else {
                for type in endpoint.output.types { refuse(type, endpoint.returnsMark, log) }
            }
            for (type, mark, log) in endpoint.errorTypes(log) { refuse(type, mark, log) }
        }
    }

    private static func check(
        _ value: ReturnedValue, _ mark: SourceMark, _ draft: SpecDraft, _ log: FileLog
    ) {
        refuse(value.type, mark, log)
        if value.isLossy { LossyLists.check(value.type, at: mark, draft, log) }
    }

    private static func refuse(_ type: TypeExpression, _ mark: SourceMark, _ log: FileLog) {
        guard type.form != nil else { return }
        log.error(
            mark, "a wire format belongs to a field, a parameter or a named type",
            found: quoted(type.description),
            write: "a type '{ wraps: \(type.innermost) }' under 'types', and its name here")
    }
}
