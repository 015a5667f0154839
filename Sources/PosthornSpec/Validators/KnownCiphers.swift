/// Checks that the service declares the ciphers that endpoints name.
enum KnownCiphers: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let names = service.ciphers.map(\.name)
        let known = Set(names).union(service.refusedNames)
        draft.forEachEndpoint(log) { log, endpoint in
            guard let name = endpoint.ciphers?.first(where: { !known.contains($0) }) else { return }
            log.refuseUnknown(
                name, at: endpoint.cipherMark, "unknown cipher",
                known: names.prefix(100) + ["plaintext"],
                else: "'plaintext', or declare it under 'ciphers' in " + lastComponent(service.path)
            )
        }
    }
}
