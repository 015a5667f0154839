/// A cipher that an endpoint names is declared by the service.
enum KnownCiphers: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let names = service.ciphers.map(\.name)
        let known = Set(names).union(service.refusedNames)
        for file in draft.files {
            for endpoint in file.endpoints {
                guard let name = endpoint.cipher?.names.first(where: { !known.contains($0) })
                else { continue }
                if log.isFull(file.path, countingErrorAt: endpoint.cipherMark) { continue }
                let meant = Suggestion.closest(to: name, among: names.prefix(100) + ["plaintext"])
                log.error(
                    file.path, endpoint.cipherMark, "unknown cipher", found: quoted(name),
                    write: meant.map { "\(quoted($0)), if you mean that" }
                        ?? "'plaintext', or declare it under 'ciphers' in "
                        + lastComponent(service.path))
            }
        }
    }
}
