/// Checks that the errors of endpoints and of the service have unique names, can be decoded, and can occur.
enum ErrorTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        for service in draft.services {
            let log = log.file(service.path)
            checkNames(service.errors, log)
            checkDefault(service.errors, log)
            checkUse(of: service, draft, log)
            for error in service.errors { check(error, log) }
        }
        draft.forEachEndpoint(log) { log, endpoint in
            checkNames(endpoint.errors, log)
            for error in endpoint.errors where error.otherPath == nil {
                check(error, log)
                checkResult(error, of: endpoint, log)
                if endpoint.method == .head { checkHead(error, log) }
            }
            checkDefault(endpoint.errors.filter { $0.otherPath == nil }, log)
        }
    }

    private static func checkNames(_ errors: [ErrorSpec], _ log: FileLog) {
        var first: [String: ErrorSpec] = [:]
        for error in errors {
            guard let other = first[error.name] else {
                first[error.name] = error
                continue
            }
            // The endpoint's own error is the one to rename.
            let path = error.otherPath.map(lastComponent)
            let (own, taken) =
                path != nil && other.otherPath == nil ? (other, error) : (error, other)
            log.of(own).error(
                own.mark, "two errors cannot have one name",
                found:
                    "'\(own.name)' for \(shown(own)), like \(shown(taken)) in "
                    + (own.otherPath == nil ? path.map { "\($0), " } ?? "" : "")
                    + "line \(taken.mark.line)",
                write: "another 'name:', as in '{ type: …, name: … }'")
        }
    }

    /// Reports errors of the service that no endpoint can have.
    private static func checkUse(of service: ServiceSpec, _ draft: SpecDraft, _ log: FileLog) {
        let endpoints = draft.files.lazy.flatMap(\.endpoints)
        guard !endpoints.isEmpty, !draft.isIncomplete else { return }
        for error in service.errors
        where !endpoints.contains(where: { $0.canHave(error, in: service) }) {
            let isByCode = if case .code = error.condition { true } else { false }
            log.error(
                error.mark, "an error of the service is one that an endpoint can have",
                found: shown(error),
                write: isByCode
                    ? "an envelope with 'code' under 'response', or a status"
                    : "it without a type, or in an endpoint")
        }
    }

    /// Codes need quotes because they can be any text.
    private static func shown(_ error: ErrorSpec) -> String {
        if case .code = error.condition { return quoted(error.condition.text) }
        return error.condition.text
    }

    private static func check(_ error: ErrorSpec, _ log: FileLog) {
        switch error.condition {
        case .exact(..<300), .hundred(..<3):
            log.warning(
                error.mark, "an error is a status that means failure",
                found: "\(error.condition.text), which never fails",
                write: "a status from 300 to 599")
        case .code, .exact, .hundred, .others: break
        }
    }

    /// Reports a status that is a result too.
    private static func checkResult(
        _ error: ErrorSpec, of endpoint: EndpointSpec, _ log: FileLog
    ) {
        guard case .exact(let status) = error.condition,
            case .statuses(let statuses) = endpoint.output,
            let result = statuses.first(where: { $0.status == status && !$0.isSuccess })
        else { return }
        log.error(
            error.mark, "a status is a result or an error",
            found: "\(status), which 'returns' has in line \(result.mark.line)",
            write: "it in one of the two")
    }

    private static func checkHead(_ error: ErrorSpec, _ log: FileLog) {
        if case .code = error.condition {
            log.error(
                error.mark, "the response to a HEAD request has no body",
                found: quoted(error.condition.text), write: "a status, as in '404:'")
            return
        }
        guard let type = error.type else { return }
        let isNamed = error.name != StatusNames.name(of: error.condition, type)
        log.error(
            error.typeMark, "the response to a HEAD request has no body",
            found: "\(quoted(type.description)) for \(error.condition.text)",
            write: "'\(error.condition.text):\(isNamed ? " { name: \(error.name) }" : "")'")
    }

    /// Warns of `default` next to `3xx`, `4xx` and `5xx`, which together cover all failures.
    private static func checkDefault(_ errors: [ErrorSpec], _ log: FileLog) {
        let hundreds: [ErrorSpec.Condition] = [.hundred(3), .hundred(4), .hundred(5)]
        guard let others = errors.first(where: { $0.condition == .others }),
            hundreds.allSatisfy({ hundred in errors.contains { $0.condition == hundred } })
        else { return }
        log.warning(
            others.mark, "a default error is for what no other fits",
            found: "'default' beside '3xx', '4xx' and '5xx'", write: "no 'default'")
    }
}
