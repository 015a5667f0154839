/// Checks that nothing else has the names of the protocols that `protocol: true` generates.
enum ProtocolNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard let service = draft.services.first, let mark = service.protocolMark else { return }
        let own = log.file(service.path)
        let groups = draft.files.lazy.flatMap(\.groups).map {
            SwiftName.group($0.name, beside: draft.types)
        }
        for name in [service.protocolName()] + groups.map({ service.protocolName(of: $0) }) {
            let isType = draft.types[name] != nil || draft.otherTypes.contains(name)
            if isType || draft.otherServices.contains(name) {
                let owner = isType ? "type" : "service"
                own.error(
                    mark, "the protocol of a client has a name of its own",
                    found: "\(quoted(name)) for a \(owner) too",
                    write: "another name for the \(owner)")
            }
            if let server = service.serverProtocol, server.text == name {
                own.error(
                    server.mark, "the protocol of a server has a name of its own",
                    found: "\(quoted(name)), the protocol of the client",
                    write: "another name, as in '\(service.name)Server'")
            }
        }
    }
}
