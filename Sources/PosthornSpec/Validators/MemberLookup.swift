/// Finds the members of a response that a rule of its endpoint names, and reports missing ones.
struct MemberLookup {
    let types: [String: TypeSpec]
    let shapes: ObjectShapes
    let log: FileLog

    /// Returns the member at a path such as `meta.next`, or `nil` after reporting that there is none.
    func field(_ name: TypeName, of type: TypeExpression) -> FieldSpec? {
        guard case .named = type else { return refuse(name, in: type) }
        return field(name, at: name.text[...], of: type, named: type.description)
    }

    /// Returns the member at a path of an element of a list, which may have an inline type.
    func field(_ name: TypeName, ofItem type: TypeExpression) -> FieldSpec? {
        field(name, at: name.text[...], of: type, named: type.description)
    }

    /// Returns the field at the rest of a path, such as `next` of `meta.next`, and reports a missing one.
    private func field(
        _ name: TypeName, at path: Substring, of type: TypeExpression, named owner: String
    ) -> FieldSpec? {
        // Another rule reports unknown types.
        if case .named(let named) = type, types[named.text] == nil, type.scalar == nil {
            return nil
        }
        guard let shape = shapes.shape(of: type) else {
            if path.startIndex == name.text.startIndex { return refuse(name, in: type) }
            return log.refuse(
                name.mark, "only an object has fields",
                found: "\(quoted(String(path))) of \(quoted(owner))", write: "another field")
        }
        if let (field, rest) = shape.first(of: path) {
            guard let rest else { return field }
            return self.field(name, at: rest, of: field.type.wrapped, named: field.wireName)
        }
        return refuse(
            String(path.prefix { $0 != "." }), at: name.mark, "\(quoted(owner)) has no such field",
            known: shape.fields.map(\.wireName))
    }

    private func refuse(_ name: TypeName, in type: TypeExpression) -> FieldSpec? {
        log.refuse(
            name.mark, "only an object has fields",
            found: "\(quoted(name.text)) of \(quoted(type.description))",
            write: "an object in 'returns'")
    }

    /// Reports an unknown name with a suggestion, or with some of the known names.
    ///
    /// The number of compared names is limited, which bounds the time for a large spec.
    func refuse(
        _ name: String, at mark: SourceMark, _ rule: String, known names: [String],
        orNone none: String? = nil
    ) -> FieldSpec? {
        let some = quotedList(Array(names.prefix(8)))
        log.refuseUnknown(
            name, at: mark, rule, known: names.prefix(100),
            else: names.isEmpty ? none ?? some : some)
        return nil
    }
}
