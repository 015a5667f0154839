/// Checks that the ciphers with a scheme seal what their endpoints send.
enum SchemesFit: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        var schemes: [String: SchemeForm] = [:]
        for cipher in service.ciphers { schemes[cipher.name] = cipher.scheme?.form }
        guard !schemes.isEmpty else { return }
        let paths = SealedPaths(draft.types)
        draft.forEachEndpoint(log) { log, endpoint in
            let messages = try? endpoint.sealed(by: paths)
            let sealsFields = messages?.isEmpty == false
            for (place, name) in (endpoint.ciphers ?? []).enumerated() {
                guard let scheme = schemes[name] else { continue }
                let mustSealFields = place == 0 && sealsFields
                if mustSealFields != scheme.sealsFields {
                    log.error(
                        endpoint.cipherMark,
                        "the scheme 'sealed-fields' seals the fields with 'sealed'",
                        found: mustSealFields
                            ? "such fields, and \(quoted(name)) with \(quoted(scheme.name))"
                            : "\(quoted(name)), and no such field that it seals",
                        write: mustSealFields
                            ? "'scheme: sealed-fields' for it" : "'sealed: true' at a field")
                } else if endpoint.sendsOrReturnsStream, !scheme.sealsFields {
                    log.error(
                        endpoint.cipherMark, "a cipher with a scheme seals whole messages",
                        found: "\(quoted(name)) for a stream or parts",
                        write: "a cipher without a scheme, which is a 'StreamingCipher'")
                }
            }
        }
    }
}
