/// A response policy that the service or an endpoint names is built in or declared by the service.
enum KnownResponses: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        if case .declared(let name) = service.response {
            check(name, service.responseMark, service.path, service, log)
        }
        for file in draft.files {
            for endpoint in file.endpoints {
                guard let name = endpoint.response else { continue }
                check(name, endpoint.responseMark, file.path, service, log)
            }
        }
    }

    private static func check(
        _ name: String, _ mark: SourceMark, _ path: String, _ service: ServiceSpec,
        _ log: DiagnosticLog
    ) {
        guard service.response(named: name) == nil, !service.refusedNames.contains(name) else {
            return
        }
        let file = lastComponent(service.path)
        if name == BuiltInPolicy.envelope.word {
            log.error(
                path, mark, "the service declares no envelope", found: "'envelope'",
                write: "'json', or 'response: { envelope: … }' in \(file)")
            return
        }
        if log.isFull(path, countingErrorAt: mark) { return }
        let known = BuiltInPolicy.all.map(\.word)
        let meant = Suggestion.closest(
            to: name, among: known + service.responses.prefix(100).map(\.name))
        log.error(
            path, mark, "unknown response policy", found: quoted(name),
            write: meant.map { "\(quoted($0)), if you mean that" }
                ?? "\(quotedList(known)), or declare it under 'responses' in \(file)")
    }
}
