/// The parameters of an endpoint, and the fields of an object, have different names in Swift.
enum UniqueFieldNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        for service in draft.services { check(service.common.map(\.field), service.path, log) }
        for file in draft.files {
            for endpoint in file.endpoints {
                let own = endpoint.parameters.lazy.map(\.field).filter { !$0.isIncluded }
                check(Array(own), file.path, log)
                check(endpoint.returnedHeaders, file.path, log)
            }
        }
        draft.forEachKind { path, kind in
            guard case .object(let fields, _) = kind else { return }
            check(fields, path, log)
        }
    }

    private static func check(_ fields: [FieldSpec], _ path: String, _ log: DiagnosticLog) {
        var first: [String: FieldSpec] = [:]
        for field in fields {
            if let other = first[field.swiftName] {
                log.error(
                    path, field.mark, "two names cannot become one Swift name",
                    found: "\(quoted(field.wireName)), which is '\(field.swiftName)' like "
                        + "\(quoted(other.wireName)) in line \(other.mark.line)",
                    write: "another 'name:' for one of the two")
            } else {
                first[field.swiftName] = field
            }
        }
    }
}
