/// The types of a union that a member tells apart are objects, which can have the member: as a text
/// that is always there.
enum Unions: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        let shapes = ObjectShapes(types)
        draft.forEachKind { path, kind in
            guard case .union(let union) = kind, let member = union.discriminator else {
                refuseForeign(kind, types, path, log)
                return
            }
            for union in union.cases {
                if case .inline = union.type { continue }
                if case .named(let name) = union.type {
                    switch types[name.text]?.kind {
                    case .object:
                        checkMember(member, of: union, shapes, types, path, log)
                        continue
                    case .refused: continue
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

    /// The field of a type that tells it apart, if it has one, can hold what tells it.
    private static func checkMember(
        _ member: String, of union: UnionCase, _ shapes: ObjectShapes, _ types: [String: TypeSpec],
        _ path: String, _ log: DiagnosticLog
    ) {
        guard let shape = shapes.shape(of: union.type), let place = shape.places[member] else {
            return
        }
        let field = shape.fields[place]
        guard !field.isOptional, holdsText(union.wireName, field.type, types, shapes) else {
            log.error(
                path, union.typeMark, "the member of 'by' is a text that every value has",
                found: "'\(member)\(field.isOptional ? "?" : ""): \(field.type)' in "
                    + "\(quoted(union.type.description))",
                write: "'\(member): String' there, an enum with \(quoted(union.wireName)), or no "
                    + "such field: the union writes it")
            return
        }
    }

    private static func holdsText(
        _ text: String, _ type: TypeExpression, _ types: [String: TypeSpec], _ shapes: ObjectShapes
    ) -> Bool {
        switch type {
        case .named(let name) where type.scalar == .string: return name.form == nil
        case .named(let name):
            // A type that is not known, or was refused, has been reported.
            guard let kind = types[name.text]?.kind else { return type.scalar == nil }
            return holdsText(text, kind, type, shapes)
        case .inline(let kind): return holdsText(text, kind, type, shapes)
        case .array, .map, .optional: return false
        }
    }

    private static func holdsText(
        _ text: String, _ kind: TypeSpec.Kind, _ type: TypeExpression, _ shapes: ObjectShapes
    ) -> Bool {
        switch kind {
        case .refused: true
        case .enumeration(let spec): !spec.isInteger && shapes.caseName(of: text, in: type) != nil
        case .object, .union, .wrapper, .foreign: false
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
