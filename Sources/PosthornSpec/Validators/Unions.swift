/// Checks that the types of a union with a discriminator are objects.
///
/// If an object declares the discriminator, the field must be a string that is always present.
enum Unions: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        let shapes = ObjectShapes(types)
        draft.forEachKind(log) { log, kind in
            guard case .union(let union) = kind, let member = union.discriminator else {
                refuseForeign(kind, types, log)
                return
            }
            for union in union.cases {
                if case .inline = union.type { continue }
                if case .named(let name) = union.type {
                    switch types[name.text]?.kind {
                    case .object:
                        checkMember(member, of: union, shapes, types, log)
                        continue
                    case .refused: continue
                    case nil where ScalarType(rawValue: name.text) == nil: continue
                    default: break
                    }
                }
                log.error(
                    union.typeMark, "a union with 'by' has types of objects",
                    found: quoted(union.type.description),
                    write: "a type of an object, or the union without 'by'")
            }
        }
    }

    /// Checks that a type's field for the discriminator, if any, can hold its value.
    private static func checkMember(
        _ member: String, of union: UnionCase, _ shapes: ObjectShapes, _ types: [String: TypeSpec],
        _ log: FileLog
    ) {
        guard let shape = shapes.shape(of: union.type), let place = shape.places[member] else {
            return
        }
        let field = shape.fields[place]
        guard !field.isOptional, holdsText(union.wireName, field.type, types, shapes) else {
            log.error(
                union.typeMark, "the member of 'by' is a text that every value has",
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
        if type.scalar == .string { return type.form == nil }
        switch type.kind(in: types) {
        // Another rule reports unknown and refused types.
        case nil: return !type.isList && !type.isNullable && type.scalar == nil
        case .refused: return true
        case .enumeration(let spec):
            return !spec.isInteger && shapes.caseName(of: text, in: type) != nil
        case .object, .union, .wrapper, .foreign: return false
        }
    }

    /// Reports types written in Swift, which a union or a wrapper cannot decode.
    private static func refuseForeign(
        _ kind: TypeSpec.Kind, _ types: [String: TypeSpec], _ log: FileLog
    ) {
        if case .object = kind { return }
        for (type, mark) in kind.references {
            guard let name = type.name, case .foreign = types[name.text]?.kind else { continue }
            log.error(
                mark, "a type with 'swift' is used in fields and responses alone",
                found: quoted(name.text), write: "a type of the spec")
        }
    }
}
