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
                            found:
                                "'\(error.name)' for \(error.status.text), like \(other.status.text) in "
                                + "line \(other.mark.line)",
                            write: "another 'name:', as in '{ type: …, name: … }'")
                    } else {
                        first[error.name] = error
                    }
                    check(error, file.path, log)
                    if endpoint.method == .head { checkHead(error, file.path, log) }
                }
                checkDefault(endpoint.errors, file.path, log)
            }
        }
    }

    private static func check(_ error: ErrorSpec, _ path: String, _ log: DiagnosticLog) {
        switch error.status {
        case .exact(..<300), .hundred(..<3):
            log.warning(
                path, error.mark, "an error is a status that means failure",
                found: "\(error.status.text), which never fails",
                write: "a status from 300 to 599")
        case .exact, .hundred, .others: break
        }
    }

    private static func checkHead(_ error: ErrorSpec, _ path: String, _ log: DiagnosticLog) {
        guard let type = error.type else { return }
        let isNamed = error.name != StatusNames.name(of: error.status)
        log.error(
            path, error.typeMark, "the answer to a HEAD request has no body",
            found: "\(quoted(type.description)) for \(error.status.text)",
            write: "'\(error.status.text):\(isNamed ? " { name: \(error.name) }" : "")'")
    }

    /// A client knows no failure outside of these.
    private static func checkDefault(_ errors: [ErrorSpec], _ path: String, _ log: DiagnosticLog) {
        let hundreds: [ErrorSpec.Status] = [.hundred(3), .hundred(4), .hundred(5)]
        guard let others = errors.first(where: { $0.status == .others }),
            hundreds.allSatisfy({ hundred in errors.contains { $0.status == hundred } })
        else { return }
        log.warning(
            path, others.mark, "a default error is for what no other fits",
            found: "'default' beside '3xx', '4xx' and '5xx'", write: "no 'default'")
    }
}
