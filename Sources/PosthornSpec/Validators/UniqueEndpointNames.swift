/// Checks that the names of endpoints and groups, and of their types, are unique in a service.
enum UniqueEndpointNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var names = Names(services: Set(draft.services.map(\.name)))
        let types = draft.types
        draft.forEachEndpoint(log) { log, endpoint in
            names.add(
                endpoint.fullName, SwiftName.request(of: endpoint.name, beside: types),
                "an endpoint", endpoint.mark, log, in: endpoint.group)
        }
        for file in draft.files {
            let log = log.file(file.path)
            for group in file.groups {
                names.add(
                    group.name, SwiftName.group(group.name, beside: types), "a group", group.mark,
                    log)
            }
        }
    }

    /// The names so far.
    private struct Names {
        let services: Set<String>
        private var places: [String: (path: String, mark: SourceMark, kind: String)] = [:]
        private var types: [String: String] = [:]

        init(services: Set<String>) { self.services = services }

        /// Adds a name with the type that belongs to it, and reports one that is taken.
        mutating func add(
            _ name: String, _ type: String, _ kind: String, _ mark: SourceMark, _ log: FileLog,
            in group: String? = nil
        ) {
            if let first = places[name] {
                log.error(
                    mark, "\(kind) is declared once",
                    found: "\(quoted(name)) again, first in "
                        + "\(lastComponent(first.path)), line \(first.mark.line)",
                    write: kind == "a group" && first.kind == kind
                        ? "all its endpoints there" : "another name for one of the two")
                return
            }
            places[name] = (log.path, mark, kind)
            let key = group.map { "\($0).\(type)" } ?? type
            if let owner = services.contains(type) ? "the service" : types[key].map(quoted) {
                log.error(
                    mark,
                    "the \(kind == "a group" ? "type of the group" : "endpoint's request") would be "
                        + "\(quoted(type)), which \(owner) has already",
                    found: quoted(name), write: "another name")
            }
            types[key] = name
        }
    }
}
