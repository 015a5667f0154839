/// Checks that the parameters of an endpoint, and the fields of an object, have unique Swift names.
enum UniqueFieldNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        for service in draft.services {
            check(service.common.map(\.field), log.file(service.path))
        }
        draft.forEachEndpoint(log) { log, endpoint in
            let own = endpoint.parameters.lazy.map(\.field).filter { !$0.isIncluded }
            check(Array(own), log)
            for (fields, log) in endpoint.responseHeaders(log) { check(fields, log) }
        }
        draft.forEachKind(log) { log, kind in
            check(kind.fields, log)
        }
    }

    private static func check(_ fields: [FieldSpec], _ log: FileLog) {
        var first: [String: FieldSpec] = [:]
        for field in fields where !field.isConstant {
            if let other = first[field.swiftName] {
                log.error(
                    field.mark, "two names cannot become one Swift name",
                    found: "\(quoted(field.key)), which is '\(field.swiftName)' like "
                        + "\(quoted(other.key)) in line \(other.mark.line)",
                    write: "another 'name:' for one of the two")
            } else {
                first[field.swiftName] = field
            }
        }
    }
}
