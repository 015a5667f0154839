/// Checks that the names of endpoints, and of their request types, are unique in a service.
enum UniqueEndpointNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var places: [String: (path: String, mark: SourceMark)] = [:]
        var requests: [String: String] = [:]
        let types = draft.types
        draft.forEachEndpoint(log) { log, endpoint in
            if let first = places[endpoint.name] {
                log.error(
                    endpoint.mark, "an endpoint is declared once",
                    found: "\(quoted(endpoint.name)) again, first in "
                        + "\(lastComponent(first.path)), line \(first.mark.line)",
                    write: "another name for one of the two")
                return
            }
            places[endpoint.name] = (log.path, endpoint.mark)
            let request = SwiftName.request(of: endpoint.name, beside: types)
            let isService = draft.services.contains { $0.name == request }
            if let owner = isService ? "the service" : requests[request].map(quoted) {
                log.error(
                    endpoint.mark,
                    "the endpoint's request would be \(quoted(request)), which \(owner) has "
                        + "already",
                    found: quoted(endpoint.name), write: "another name")
            }
            requests[request] = endpoint.name
        }
    }
}
