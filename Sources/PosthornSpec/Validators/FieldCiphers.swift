/// Checks that a cipher seals either fields or whole bodies.
///
/// A cipher for fields would send the body of an endpoint without sealed fields in the clear.
enum FieldCiphers: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete else { return }
        let paths = SealedPaths(draft.types)
        // The first endpoint with sealed fields for each cipher.
        var sealing: [String: String] = [:]
        var others: [(log: FileLog, endpoint: EndpointSpec, cipher: String)] = []
        draft.forEachEndpoint(log) { log, endpoint in
            guard let cipher = endpoint.ciphers?.first,
                let messages = try? endpoint.sealed(by: paths)
            else { return }
            if messages.isEmpty {
                others.append((log, endpoint, cipher))
            } else if sealing[cipher] == nil {
                sealing[cipher] = endpoint.fullName
            }
        }
        for (log, endpoint, cipher) in others {
            guard let other = sealing[cipher] else { continue }
            log.error(
                endpoint.cipherMark, "a cipher seals fields or whole bodies, and not both",
                found:
                    "\(quoted(cipher)), which seals fields of \(quoted(other)), and no 'sealed' in "
                    + quoted(endpoint.fullName),
                write: "'sealed: true' at a field, or another cipher")
        }
    }
}
