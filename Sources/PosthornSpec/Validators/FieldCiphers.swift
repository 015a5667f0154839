/// A cipher that seals the fields of one endpoint does not stand for the whole bodies of another, which
/// it would leave as they are.
enum FieldCiphers: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete else { return }
        let paths = SealedPaths(draft.types)
        // The first endpoint whose fields it seals.
        var sealing: [String: String] = [:]
        var others: [(log: FileLog, endpoint: EndpointSpec, cipher: String)] = []
        draft.forEachEndpoint(log) { log, endpoint in
            guard let cipher = endpoint.ciphers?.first,
                let messages = try? endpoint.sealed(by: paths)
            else { return }
            if messages.isEmpty {
                others.append((log, endpoint, cipher))
            } else if sealing[cipher] == nil {
                sealing[cipher] = endpoint.name
            }
        }
        for (log, endpoint, cipher) in others {
            guard let other = sealing[cipher] else { continue }
            log.error(
                endpoint.cipherMark, "a cipher seals fields or whole bodies, and not both",
                found:
                    "\(quoted(cipher)), which seals fields of \(quoted(other)), and no 'sealed' in "
                    + quoted(endpoint.name),
                write: "'sealed: true' at a field, or another cipher")
        }
    }
}
