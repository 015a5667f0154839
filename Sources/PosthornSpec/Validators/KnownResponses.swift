/// Checks that response policies are built in or declared by the service.
enum KnownResponses: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        if case .declared(let name) = service.response {
            check(name, service.responseMark, service, log.file(service.path))
        }
        draft.forEachEndpoint(log) { log, endpoint in
            guard let name = endpoint.response else { return }
            check(name, endpoint.responseMark, service, log)
        }
    }

    private static func check(
        _ name: String, _ mark: SourceMark, _ service: ServiceSpec, _ log: FileLog
    ) {
        guard service.response(named: name) == nil, !service.refusedNames.contains(name) else {
            return
        }
        let file = lastComponent(service.path)
        if name == BuiltInPolicy.envelope.word {
            log.error(
                mark, "the service declares no envelope", found: "'envelope'",
                write: "'json', or 'response: { envelope: … }' in \(file)")
            return
        }
        let known = BuiltInPolicy.all.map(\.word)
        log.refuseUnknown(
            name, at: mark, "unknown response policy",
            known: known + service.responses.prefix(100).map(\.name),
            else: "\(quotedList(known)), or declare it under 'responses' in \(file)")
    }
}
