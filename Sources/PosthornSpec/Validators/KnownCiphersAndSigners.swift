/// Checks that the service declares the ciphers and the signers that endpoints name.
enum KnownCiphersAndSigners: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let ciphers = Declared(service.ciphers, "cipher", none: "plaintext", in: service)
        let signers = Declared(service.signers, "signer", none: "none", in: service)
        draft.forEachEndpoint(log) { log, endpoint in
            ciphers.check(endpoint.ciphers, at: endpoint.cipherMark, log) { name in
                guard signers.names.contains(name) else { return nil }
                let sealing = (endpoint.ciphers ?? []).filter { !signers.names.contains($0) }
                let cipher = sealing.isEmpty ? "" : "'cipher: \(list(sealing))' and "
                return ("a signer", cipher + "'sign: \(list((endpoint.signers ?? []) + [name]))'")
            }
            signers.check(endpoint.signers, at: endpoint.signMark, log) { name in
                guard ciphers.names.contains(name) else { return nil }
                return ("a cipher", "'cipher: \(name)'")
            }
        }
    }

    /// Returns the names as a spec lists them.
    private static func list(_ names: [String]) -> String {
        names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
    }

    /// The ciphers or the signers of the service.
    private struct Declared {
        let names: [String]
        private let known: Set<String>
        private let kind: String
        private let none: String
        private let path: String

        init(_ specs: [StrategySpec], _ kind: String, none: String, in service: ServiceSpec) {
            names = specs.map(\.name)
            known = Set(names).union(service.refusedNames)
            (self.kind, self.none, path) = (kind, none, service.path)
        }

        /// Reports the first name that is not declared.
        ///
        /// - Parameter other: What a name is that belongs to another key, and what to write then.
        func check(
            _ used: [String]?, at mark: SourceMark, _ log: FileLog,
            unless other: (String) -> (kind: String, write: String)?
        ) {
            guard let name = used?.first(where: { !known.contains($0) }) else { return }
            if let other = other(name) {
                log.error(
                    mark, "unknown \(kind)", found: "\(quoted(name)), which is \(other.kind)",
                    write: other.write)
            } else {
                log.refuseUnknown(
                    name, at: mark, "unknown \(kind)", known: names.prefix(100) + [none],
                    else: "\(quoted(none)), or declare it under '\(kind)s' in "
                        + lastComponent(path))
            }
        }
    }
}
