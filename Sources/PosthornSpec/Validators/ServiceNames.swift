/// The rules for several services in one target, and for the files that they share.
enum ServiceNames {
    /// Reports services and protocols of one name, and other things than types in shared files.
    ///
    /// - Returns: The drafts, each with the names of the other services and of their types.
    static func check(_ drafts: [SpecDraft], _ log: DiagnosticLog) -> [SpecDraft] {
        guard drafts.count > 1 else { return drafts }
        checkSharedFiles(of: drafts[0], log)
        var names: [String: ServiceSpec] = [:]
        var protocols: [String: ServiceSpec] = [:]
        for service in drafts.compactMap(\.services.first) {
            let own = log.file(service.path)
            if let first = names.updateValue(service, forKey: service.name) {
                own.error(
                    service.mark, "each service of a target has its own name",
                    found: "\(quoted(service.name)) again, first in \(lastTwo(first.path))",
                    write: "another name")
            }
            guard let name = service.serverProtocol else { continue }
            let isTaken =
                protocols.updateValue(service, forKey: name.text) != nil
                || drafts.contains { $0.types[name.text] != nil }
                || drafts.lazy.flatMap(\.services).contains {
                    $0.protocolMark != nil && $0.name != service.name
                        && $0.protocolName() == name.text
                }
            guard isTaken else { continue }
            own.error(
                name.mark, "the protocol of a server has a name of its own",
                found: quoted(name.text), write: "another name, as in '\(service.name)Server'")
        }
        let all = Set(names.keys)
        let types = Set(drafts.lazy.flatMap { $0.types.keys })
        return drafts.map { draft in
            var draft = draft
            draft.otherServices = all.subtracting(draft.services.map(\.name))
            draft.otherTypes = types.subtracting(draft.types.keys)
            return draft
        }
    }

    /// Returns for each service the names of its types that other services have too.
    static func nestedTypes(_ drafts: [SpecDraft]) -> [Set<String>] {
        let own = drafts.map { draft in
            Set(
                draft.files.lazy.filter { !$0.isShared && $0.module == nil }.flatMap(\.types)
                    .compactMap(\.declaredName))
        }
        var counts: [String: Int] = [:]
        for name in own.joined() { counts[name, default: 0] += 1 }
        return own.map { $0.filter { counts[$0, default: 0] > 1 } }
    }

    private static func checkSharedFiles(of draft: SpecDraft, _ log: DiagnosticLog) {
        // A file that could not be read may be that of a service.
        guard !draft.isIncomplete else { return }
        for file in draft.files where file.isShared {
            let log = log.file(file.path)
            for endpoint in file.endpoints {
                log.error(
                    endpoint.mark, "a file outside of the services' folders has only types",
                    found: "\(quoted(endpoint.fullName))",
                    write: "it in the folder of a service, or 'service:' in this one")
            }
        }
    }

    /// Returns the last two components of a path, as files of services often have the same names.
    private static func lastTwo(_ path: String) -> String {
        path.split(separator: "/").suffix(2).joined(separator: "/")
    }
}

extension TypeSpec {
    /// The name that the generated Swift declares, or `nil` for a type that only Swift code declares.
    fileprivate var declaredName: String? {
        if case .foreign(let spec) = kind, spec.path == name { nil } else { name }
    }
}
