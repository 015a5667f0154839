/// A body that the common body fields join is an object: in an array or a text there is no place
/// for them.
enum JoinedBodies: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let common = draft.services.first?.common.filter { $0.place == .body } ?? []
        guard !common.isEmpty else { return }
        for file in draft.files {
            for endpoint in file.endpoints {
                let (sent, omitted) = split(
                    common.map(\.field.wireName), endpoint.rules.omitted)
                guard !sent.isEmpty,
                    let body = endpoint.parameters.first(where: { $0.place == .wholeBody })?.field,
                    !mayBeObject(body.type, draft.types)
                else { continue }
                log.warning(
                    file.path, body.typeMark, "common body fields join a body that is an object",
                    found: "\(quoted(body.type.description)), which is sent without them",
                    write: "'common: [\((omitted + sent).joined(separator: ", "))]', or an object")
            }
        }
    }

    /// The body fields that are sent, and all that the endpoint leaves out already.
    private static func split(
        _ names: [String], _ omitted: RulesSpec.OmittedCommon
    ) -> (sent: [String], omitted: [String]) {
        switch omitted {
        case .nothing: return (names, [])
        case .everything: return ([], [])
        case .named(let omitted):
            let omitted = omitted.map(\.text)
            return (names.filter { !omitted.contains($0) }, omitted)
        }
    }

    private static func mayBeObject(
        _ type: TypeExpression, _ types: [String: TypeSpec]
    ) -> Bool {
        switch type.limited(types).type {
        case .array: false
        case .map, .optional: true
        case .inline(let kind): mayBeObject(kind)
        case .named(let name):
            types[name.text].map { mayBeObject($0.kind) }
                ?? (ScalarType(rawValue: name.text).map { $0 == .json } ?? true)
        }
    }

    private static func mayBeObject(_ kind: TypeSpec.Kind) -> Bool {
        if case .enumeration = kind { false } else { true }
    }
}
