/// Checks that the inline types of an object, or of an endpoint's parameters, have unique names.
///
/// Different fields can give the same name: both `type` and `typeValue` give `TypeValue`.
enum UniqueInlineTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        for service in draft.services {
            check(service.common.map(\.field), log.file(service.path))
        }
        draft.forEachEndpoint(log) { log, endpoint in
            check(endpoint.parameters.map(\.field), log)
            check(endpoint.returnedHeaders, log)
        }
        draft.forEachKind(log) { log, kind in
            guard case .object(let own, let includes) = kind else {
                return check(kind.fields, log)
            }
            var seen: Set<String> = []
            let included = includes.flatMap { name in
                Includes.fields(of: name.text, types, &seen).map { $0.included(at: name.mark) }
            }
            check(included + own, log)
        }
    }

    private static func check(_ fields: [FieldSpec], _ log: FileLog) {
        var first: [String: FieldSpec] = [:]
        for field in fields {
            guard field.type.inline != nil else { continue }
            let name = SwiftName.nestedType(of: field.swiftName)
            guard let other = first[name] else {
                first[name] = field
                continue
            }
            // Another rule reports fields with the same Swift name.
            guard other.swiftName != field.swiftName else { continue }
            log.error(
                field.typeMark, "two types in place cannot have one Swift name",
                found: "\(quoted(name)) for \(quoted(field.wireName)) and for "
                    + quoted(other.wireName),
                write: "another 'name:' for one of the two, or its type under 'types'")
        }
    }
}
