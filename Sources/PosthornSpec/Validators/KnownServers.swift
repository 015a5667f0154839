/// Checks that the servers fit together, and that endpoints name hosts of all of them.
enum KnownServers: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        if !service.servers.isEmpty {
            refuse(ReservedNames.typesOfServers, "'servers'", draft, log)
        }
        if !service.strategiesWithSchemes.isEmpty {
            refuse(ReservedNames.typesOfSchemes, "a 'scheme'", draft, log)
        }
        if !service.credentialsOfEndpoints.isEmpty {
            refuse(ReservedNames.typesOfTokenEndpoints, "'tokenURL'", draft, log)
        }
        checkVariables(of: service, log.file(service.path))
        let names = service.servers.flatMap { $0.hosts.map(\.name) }
        draft.forEachEndpoint(log) { log, endpoint in
            guard let host = endpoint.rules.host else { return }
            guard names.contains(host.text) else {
                log.refuseUnknown(
                    host.text, at: host.mark, "unknown host", known: names.prefix(100),
                    else: "no 'host', or declare it under 'hosts' of each server in "
                        + lastComponent(service.path))
                return
            }
            for server in service.servers
            where !server.hosts.contains(where: { $0.name == host.text }) {
                log.error(
                    host.mark, "each server has the hosts that endpoints name",
                    found: "none for \(quoted(host.text)) in \(quoted(server.name))",
                    write: "'hosts: { \(host.text): … }' for \(quoted(server.name)) in "
                        + lastComponent(service.path))
            }
        }
    }

    /// Reports types with names that generated code writes because of a key.
    private static func refuse(
        _ names: Set<String>, _ key: String, _ draft: SpecDraft, _ log: DiagnosticLog
    ) {
        draft.forEachDeclaration(log) { log, type in
            guard names.contains(type.name) else { return }
            log.error(
                type.mark, "a service with \(key) needs this name for itself",
                found: quoted(type.name), write: "another name, as in '\(type.name)Value'")
        }
    }

    /// Reports a variable with other values than that of the same name in an earlier server.
    ///
    /// Both have one type in Swift.
    private static func checkVariables(of service: ServiceSpec, _ log: FileLog) {
        var types: [String: String] = [:]
        for server in service.servers {
            for variable in server.variables {
                let type = variable.type.description
                guard let first = types[variable.wireName], first != type else {
                    types[variable.wireName] = type
                    continue
                }
                log.error(
                    variable.typeMark, "variables of one name have one type",
                    found: "\(quoted(type)), and \(quoted(first)) before",
                    write: "\(quoted(first)), or another name")
            }
        }
    }
}
