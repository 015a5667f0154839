/// Checks that bodies to which common fields are added are objects.
///
/// An array or a string has no place for further fields.
enum JoinedBodies: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let common = draft.services.first?.common.filter { $0.place == .body } ?? []
        guard !common.isEmpty else { return }
        draft.forEachEndpoint(log) { log, endpoint in
            if case .everything = endpoint.rules.omitted { return }
            var omitted: [String] = []
            if case .named(let names) = endpoint.rules.omitted { omitted = names.map(\.text) }
            let sent = common.map(\.field.wireName).filter { !omitted.contains($0) }
            guard !sent.isEmpty,
                let body = endpoint.parameters.first(where: { $0.place == .wholeBody })?.field,
                body.traits.isPatch || !mayBeObject(body.type, draft.types)
            else { return }
            log.warning(
                body.typeMark, "common body fields join a body that is an object",
                found: "\(quoted(body.type.description)), which is sent without them",
                write: "'common: [\((omitted + sent).joined(separator: ", "))]', or an object")
        }
    }

    private static func mayBeObject(_ type: TypeExpression, _ types: [String: TypeSpec]) -> Bool {
        let type = type.limited(types).type
        if type.isArray { return false }
        guard let kind = type.kind(in: types) else {
            return type.scalar.map { $0 == .json } ?? true
        }
        if case .enumeration = kind { return false }
        return true
    }
}
