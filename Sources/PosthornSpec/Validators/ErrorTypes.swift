/// The errors of an endpoint have different names, can be decoded, and can happen.
enum ErrorTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        for file in draft.files {
            for endpoint in file.endpoints {
                var first: [String: ErrorSpec] = [:]
                for error in endpoint.errors {
                    if let other = first[error.name] {
                        log.error(
                            file.path, error.mark, "two errors cannot have one name",
                            found: "'\(error.name)' for \(error.status), like \(other.status) in "
                                + "line \(other.mark.line)",
                            write: "another 'name:', as in '{ type: …, name: … }'")
                    } else {
                        first[error.name] = error
                    }
                    check(error, file.path, log)
                }
            }
        }
    }

    private static func check(_ error: ErrorSpec, _ path: String, _ log: DiagnosticLog) {
        if error.status < 300 {
            log.warning(
                path, error.mark, "an error is a status that means failure",
                found: "\(error.status), which never fails", write: "a status from 300 to 599")
        }
    }
}
