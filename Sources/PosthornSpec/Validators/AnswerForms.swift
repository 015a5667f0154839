/// A form of a date or of data stands where a value has a name, and not in an answer as a whole: how
/// that is read is the response policy's.
enum AnswerForms: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        for file in draft.files {
            for endpoint in file.endpoints {
                if case .statuses(let statuses) = endpoint.answer {
                    for status in statuses {
                        guard let type = status.type else { continue }
                        refuse(type, status.mark, file.path, log)
                    }
                } else {
                    for type in endpoint.answer.types {
                        refuse(type, endpoint.returnsMark, file.path, log)
                    }
                }
                for error in endpoint.errors {
                    guard let type = error.type else { continue }
                    refuse(type, error.typeMark, file.path, log)
                }
            }
        }
    }

    private static func refuse(
        _ type: TypeExpression, _ mark: SourceMark, _ path: String, _ log: DiagnosticLog
    ) {
        guard case .named(let name) = type.innermost, name.form != nil else { return }
        log.error(
            path, mark, "a form on the wire is said of a field, a parameter or a type of its own",
            found: quoted(type.description),
            write: "a type '{ wraps: \(type.innermost) }' under 'types', and its name here")
    }
}
