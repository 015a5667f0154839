/// A credential that an endpoint names is declared by the service.
enum KnownCredentials: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let names = service.auth.map(\.name)
        let known = Set(names).union(service.refusedNames)
        for file in draft.files {
            for endpoint in file.endpoints {
                guard case .named(let name) = endpoint.rules.auth, !known.contains(name) else {
                    continue
                }
                if log.isFull(file.path, countingErrorAt: endpoint.rules.authMark) { continue }
                let meant = Suggestion.closest(to: name, among: names.prefix(100) + ["none"])
                log.error(
                    file.path, endpoint.rules.authMark, "unknown credential", found: quoted(name),
                    write: meant.map { "\(quoted($0)), if you mean that" }
                        ?? "'none', or declare it under 'auth' in " + lastComponent(service.path))
            }
        }
    }
}
