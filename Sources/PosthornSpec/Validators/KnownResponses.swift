/// Checks that response policies are built in or declared by the service.
enum KnownResponses: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        check(service.response, service.responseMark, service, log.file(service.path))
        let file = lastComponent(service.path)
        draft.forEachEndpoint(log) { log, endpoint in
            if endpoint.response == .builtIn(.envelope), service.envelope == nil,
                service.response != .refused
            {
                log.error(
                    endpoint.responseMark, "the service declares no envelope", found: "'envelope'",
                    write: "'json', or 'response: { envelope: … }' here or in \(file)")
            } else {
                check(endpoint.response, endpoint.responseMark, service, log)
            }
        }
    }

    private static func check(
        _ response: ResponseSpec?, _ mark: SourceMark, _ service: ServiceSpec, _ log: FileLog
    ) {
        guard case .declared(let name) = response, !service.refusedNames.contains(name),
            !service.responses.contains(where: { $0.name == name })
        else { return }
        let file = lastComponent(service.path)
        let known = BuiltInPolicy.all.map(\.word)
        log.refuseUnknown(
            name, at: mark, "unknown response policy",
            known: known + service.responses.prefix(100).map(\.name),
            else: "\(quotedList(known)), or declare it under 'responses' in \(file)")
    }
}
