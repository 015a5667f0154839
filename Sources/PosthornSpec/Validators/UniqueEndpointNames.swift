/// An endpoint's name appears once in a service, and so does the name of its request.
enum UniqueEndpointNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var places: [String: (path: String, mark: SourceMark)] = [:]
        for file in draft.files {
            for endpoint in file.endpoints {
                let requestName = SwiftName.uppercasingStart(endpoint.name)
                if let first = places[endpoint.name] {
                    log.error(
                        file.path, endpoint.mark, "an endpoint is declared once",
                        found: "\(quoted(endpoint.name)) again, first in "
                            + "\(lastComponent(first.path)), line \(first.mark.line)",
                        write: "another name for one of the two")
                } else {
                    places[endpoint.name] = (file.path, endpoint.mark)
                }
                if ["Auth", "Ciphers", "Common"].contains(requestName)
                    || draft.services.contains(where: { $0.name == requestName })
                {
                    log.error(
                        file.path, endpoint.mark,
                        "the endpoint's request would be "
                            + "\(quoted(requestName)), which the service has already",
                        found: quoted(endpoint.name), write: "another name")
                }
            }
        }
    }
}
