/// Checks that GET and HEAD requests have no body.
enum BodyAllowed: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        draft.forEachEndpoint(log) { log, endpoint in
            guard endpoint.method == .get || endpoint.method == .head,
                let parameter = endpoint.parameters.first(where: {
                    $0.place.isInBody
                })
            else { return }
            log.error(
                parameter.field.mark, "a \(endpoint.method.rawValue) request has no body",
                found: "\(quoted(key(parameter.place))) in \(quoted(endpoint.fullName))",
                write: "'query', or another method")
        }
    }

    private static func key(_ place: ParameterSpec.Place) -> String {
        switch place {
        case .form: "form"
        case .part: "multipart"
        case .upload: "upload"
        default: "body"
        }
    }
}
