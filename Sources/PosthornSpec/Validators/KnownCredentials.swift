/// Checks that `requires` names declared credentials, and that each alternative can be met.
enum KnownCredentials: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let check = RequiresCheck(service)
        if let requires = service.requires { check(requires, log.file(service.path)) }
        draft.forEachEndpoint(log) { log, endpoint in
            if let requires = endpoint.rules.requires { check(requires, log) }
        }
    }
}

/// The check of one `requires`.
private struct RequiresCheck {
    private let auth: [String: AuthSpec]
    private let names: [String]
    private let known: Set<String>
    private let path: String

    init(_ service: ServiceSpec) {
        names = service.auth.map(\.name)
        known = Set(names).union(service.refusedNames)
        auth = Dictionary(service.auth.map { ($0.name, $0) }) { first, _ in first }
        path = lastComponent(service.path)
    }

    func callAsFunction(_ requires: RequiresSpec, _ log: FileLog) {
        var earlier: [Set<String>] = []
        for (needs, mark) in requires.alternatives {
            checkPlaces(needs, log)
            for need in needs { check(need, log) }
            let all = Set(needs.map(\.name))
            if let first = earlier.first(where: all.isSuperset) {
                let list = first.sorted().map { "'\($0)'" }.joined(separator: " and ")
                log.error(
                    mark, "an alternative is used if no earlier one can be",
                    found: "one after "
                        + (first.isEmpty ? "'none'" : "\(list), which it needs too"),
                    write: "it before the other, or remove it")
            }
            earlier.append(all)
        }
    }

    private func check(_ need: RequiresSpec.Need, _ log: FileLog) {
        guard known.contains(need.name) else {
            log.refuseUnknown(
                need.name, at: need.mark, "unknown credential", known: names.prefix(100) + ["none"],
                else: "'none', or declare it under 'auth' in " + path)
            return
        }
        guard !need.scopes.isEmpty, let declared = auth[need.name] else { return }
        let scopes = declared.scopes?.map(\.name) ?? []
        for scope in need.scopes where !scopes.contains(scope.text) {
            log.refuseUnknown(
                scope.text, at: scope.mark, "unknown scope of \(quoted(need.name))",
                known: scopes.prefix(100),
                else: declared.scopes == nil
                    ? "no scopes: only 'oauth2' has them"
                    : (scopes.isEmpty
                        ? "it" : quotedList(Array(scopes.prefix(8))) + ", or declare it")
                        + " under 'scopes' of \(quoted(need.name)) in " + path)
        }
    }

    /// Reports credentials of one alternative of which only one could be sent.
    private func checkPlaces(_ needs: [RequiresSpec.Need], _ log: FileLog) {
        var places: [String: String] = [:]
        for need in needs {
            guard let place = auth[need.name]?.scheme.place,
                let other = places.updateValue(need.name, forKey: place)
            else { continue }
            log.error(
                need.mark, "the credentials of an alternative go into different places",
                found: "\(quoted(other)) and \(quoted(need.name)), both in \(place)",
                write: "one of the two, or two alternatives")
        }
    }
}
