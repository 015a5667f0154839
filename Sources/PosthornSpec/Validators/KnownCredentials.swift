/// Checks that the service declares the credentials that endpoints name.
enum KnownCredentials: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let names = service.auth.map(\.name)
        let known = Set(names).union(service.refusedNames)
        draft.forEachEndpoint(log) { log, endpoint in
            guard case .named(let name) = endpoint.rules.auth, !known.contains(name) else { return }
            log.refuseUnknown(
                name, at: endpoint.rules.authMark, "unknown credential",
                known: names.prefix(100) + ["none"],
                else: "'none', or declare it under 'auth' in " + lastComponent(service.path))
        }
    }
}
