/// Checks that the types of a union with a discriminator are objects.
///
/// If an object declares the discriminator, the field must hold its values and always be present.
enum Unions: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        let shapes = ObjectShapes(types)
        draft.forEachKind(log) { log, kind in
            guard case .union(let spec) = kind, let path = spec.discriminator else {
                refuseForeign(kind, types, log)
                return
            }
            guard !spec.isByEvent else {
                refuseForeign(kind, types, log)
                return
            }
            for union in spec.cases {
                if case .inline = union.type { continue }
                if case .named(let name) = union.type {
                    switch types[name.text]?.kind {
                    case .object:
                        checkMember(path, of: union, spec, shapes, types, log)
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

    /// Checks that a type's field for the discriminator, if any, can hold its values.
    ///
    /// The union writes the value of a type without the field, unless several values mean the type, or the
    /// field lies deeper.
    private static func checkMember(
        _ path: [String], of union: UnionCase, _ spec: UnionSpec, _ shapes: ObjectShapes,
        _ types: [String: TypeSpec], _ log: FileLog
    ) {
        let member = path.joined(separator: ".")
        let scalar = spec.tagKind.scalar.rawValue
        let needsField = path.count > 1 || union.tags.count > 1
        let values = union.tags.map(quoted).joined(separator: " and ")
        var write = "'\(field(path, of: scalar))' there"
        if spec.tagKind != .bool { write += ", an enum with \(values)" }
        if !needsField { write += ", or no such field: the union writes it" }
        var type = union.type
        for (index, name) in path.enumerated() {
            guard let shape = shapes.shape(of: type), let place = shape.places[name] else {
                guard needsField else { return }
                log.error(
                    union.typeMark,
                    path.count > 1
                        ? "a type declares the member of 'by' that lies in an object"
                        : "a type that several values mean declares the member of 'by'",
                    found: "no \(quoted(member)) in \(quoted(union.type.description))",
                    write: write)
                return
            }
            let field = shape.fields[place]
            type = field.type
            let isLast = index == path.count - 1
            if !field.isOptional,
                isLast ? holds(union.tags, spec, type, types, shapes) : !type.isNullable,
                field.constantText.map({ union.tags == [$0] }) ?? true
            {
                continue
            }
            log.error(
                union.typeMark,
                "the member of 'by' is \(spec.tagKind == .bool ? "" : "a ")\(spec.tagKind.word) that "
                    + "every value has",
                found: "'\(name)\(field.isOptional ? "?" : ""): "
                    + "\(field.constantText.map { "{ const: \($0) }" } ?? "\(type)")' in "
                    + "\(quoted(union.type.description))",
                write: write)
            return
        }
    }

    /// Returns a field as it is written, such as `meta: { kind: String }`.
    private static func field(_ path: [String], of type: String) -> String {
        path.dropLast().map { "\($0): { " }.joined() + "\(path.last ?? ""): \(type)"
            + String(repeating: " }", count: path.count - 1)
    }

    private static func holds(
        _ tags: [String], _ spec: UnionSpec, _ type: TypeExpression, _ types: [String: TypeSpec],
        _ shapes: ObjectShapes
    ) -> Bool {
        if let scalar = type.scalar {
            return type.form == nil
                && (scalar == spec.tagKind.scalar
                    || spec.tagKind == .integer && [.int32, .int64].contains(scalar))
        }
        switch type.kind(in: types) {
        // Another rule reports unknown and refused types.
        case nil: return !type.isList && !type.isNullable
        case .refused: return true
        case .enumeration(let enumeration):
            return spec.tagKind == (enumeration.isInteger ? .integer : .text)
                && !enumeration.isFraction
                && tags.allSatisfy { shapes.caseName(of: $0, in: type) != nil }
        case .object, .union, .tuple, .wrapper, .foreign: return false
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
