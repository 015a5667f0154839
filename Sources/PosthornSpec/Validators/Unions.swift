/// The types of a union that a member tells apart are objects, which can have the member.
enum Unions: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        draft.forEachKind { path, kind in
            guard case .union(let union) = kind, union.discriminator != nil else {
                refuseForeign(kind, types, path, log)
                return
            }
            for union in union.cases {
                if case .inline = union.type { continue }
                if case .named(let name) = union.type {
                    switch types[name.text]?.kind {
                    case .object, .refused: continue
                    case nil where ScalarType(rawValue: name.text) == nil: continue
                    default: break
                    }
                }
                log.error(
                    path, union.typeMark, "a union with 'by' has types of objects",
                    found: quoted(union.type.description),
                    write: "a type of an object, or the union without 'by'")
            }
        }
    }

    /// A type that is written in Swift can't be tried, nor wrapped: the reader does not know it.
    private static func refuseForeign(
        _ kind: TypeSpec.Kind, _ types: [String: TypeSpec], _ path: String, _ log: DiagnosticLog
    ) {
        var parts: [(TypeExpression, SourceMark)] = []
        switch kind {
        case .union(let union): parts = union.cases.map { ($0.type, $0.typeMark) }
        case .wrapper(let type, let mark): parts = [(type, mark)]
        default: break
        }
        for (type, mark) in parts {
            guard case .named(let name) = type.innermost,
                case .foreign = types[name.text]?.kind
            else { continue }
            log.error(
                path, mark, "a type with 'swift' is used in fields and answers alone",
                found: quoted(name.text), write: "a type of the spec")
        }
    }
}
