/// Reads the forms of a type, declared under `types` or inline.
///
/// The forms are `enum`, `oneOf`, `wraps`, `swift`, `fields`, `tuple`, and the fields of an object without a key before
/// them.
extension NodeReader {
    /// The key that identifies each form.
    private static let forms = KeyPlace.forms.map { ($0, key: $0.keys[0]) }

    /// The entry that identifies a form other than an object's, and the place of the form's keys.
    typealias Form = (entry: YAMLEntry, place: KeyPlace)

    /// Returns the form of a type, or `nil` for an object.
    static func form(of entries: [YAMLEntry]) -> Form? {
        // Most fields have no keys.
        if entries.isEmpty { return nil }
        for (place, key) in forms {
            if let entry = entries[key],
                !isField(entry) || place == .tuple && isShortTuple(entry, beside: entries)
            {
                return (entry, place)
            }
        }
        return nil
    }

    /// Returns whether a list of one type is a tuple, because it has a `rest`.
    private static func isShortTuple(_ entry: YAMLEntry, beside entries: [YAMLEntry]) -> Bool {
        guard case .sequence = entry.value.kind else { return false }
        return entries["rest"] != nil
    }

    /// Returns whether an entry lists the types that an object includes.
    static func isIncludes(_ entry: YAMLEntry) -> Bool {
        entry.key == "includes" && !isField(entry)
    }

    /// Returns whether an entry with a form's key is a field instead.
    private static func isField(_ entry: YAMLEntry) -> Bool {
        switch entry.key {
        case "fields": return entry.value.entries == nil
        case "tuple":
            // A list of one type is an array.
            if case .sequence(let items) = entry.value.kind, items.count > 1 { return false }
            if entry.value.entries == nil { return true }
        case "enum", "oneOf":
            // Neither form holds one built-in type.
            if let text = entry.value.text { return ScalarType(rawValue: text) != nil }
        default: break
        }
        guard case .mapping(let details) = entry.value.kind else { return false }
        return details.contains { $0.key == "type" }
            && details.allSatisfy { KeyPlace.member.keys.contains($0.key) }
    }

    /// Reads the type that a group of keys declares, and reports an invalid one.
    ///
    /// This method reads the keys of the form. The caller checks that there are no others.
    func kind(of entries: [YAMLEntry], depth: Int) -> TypeSpec.Kind? {
        guard let form = Self.form(of: entries) else { return object(entries, depth: depth) }
        switch form.entry.key {
        case "enum": return self.enumeration(form.entry, beside: entries)
        case "oneOf": return self.union(form.entry, beside: entries)
        case "wraps":
            return self.type(of: form.entry.value, key: form.entry)
                .map { .wrapper($0, form.entry.value.mark) }
        case "fields":
            return object(
                form.entry.value.entries ?? [], includes: entries["includes"],
                others: entries["others"], depth: depth)
        case "tuple": return tuple(form.entry, beside: entries, depth: depth)
        default: return foreign(form.entry, beside: entries)
        }
    }

    /// Reads an object without `fields`, in which `includes` is not a field.
    private func object(_ entries: [YAMLEntry], depth: Int) -> TypeSpec.Kind {
        if let others = entries["others"], let type = others.value.text {
            warning(
                others.mark, "in the short form of an object, 'others' is a member of this name",
                found: "'others: \(type)'",
                write:
                    "'{ fields: { … }, others: \(type) }' to keep what the spec does not name, or "
                    + "'others: { type: \(type) }' for the member")
        }
        return object(
            entries.filter { !Self.isIncludes($0) && !refuseDescription($0) },
            includes: entries.first(where: Self.isIncludes), depth: depth)
    }

    private func object(
        _ members: [YAMLEntry], includes: YAMLEntry?, others: YAMLEntry? = nil, depth: Int
    ) -> TypeSpec.Kind {
        let reader = FieldReader(reader: self, reserved: ReservedNames.fields, depth: depth)
        var fields = reader.read(members)
        if let others = others.flatMap(reader.others) { fields.append(others) }
        return .object(fields, includes: includes.map(self.includes) ?? [])
    }

    /// Reports a sentence among the fields of an object, where `doc` and `deprecated` are fields.
    private func refuseDescription(_ entry: YAMLEntry) -> Bool {
        guard KeyPlace.declaration.keys.contains(entry.key),
            case .scalar(let text, _) = entry.value.kind, !text.isEmpty,
            text == "true" || text.contains(" ") && !text.contains("|") && !text.contains("=")
        else { return false }
        error(
            entry.mark, "what describes an object stands beside its 'fields'",
            found: "\(quoted(entry.key)) among the fields",
            write: "'{ \(entry.key): …, fields: { … } }'")
        return true
    }

    func includes(_ entry: YAMLEntry) -> [TypeName] {
        guard case .sequence(let items) = entry.value.kind else {
            error(
                entry.place, "'includes' is a list of objects' types", found: entry.value.summary,
                write: "'includes: [Timestamps]'")
            return []
        }
        return items.compactMap { item in
            guard case .scalar(let text, _) = item.kind, SwiftName.isType(text) else {
                return refuse(
                    item.mark, "'includes' names types", found: item.summary,
                    write: "a type of an object, as in 'includes: [Timestamps]'")
            }
            return TypeName(text, mark: item.mark)
        }
    }

    private func foreign(_ entry: YAMLEntry, beside entries: [YAMLEntry]) -> TypeSpec.Kind? {
        guard let name = text(of: entry, as: "a type of Swift") else { return nil }
        guard
            name.split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy({ SwiftName.isType(String($0)) })
        else {
            return refuse(
                entry.value.mark, "'swift' is the name of a type", found: quoted(name),
                write: "one as in 'Money.Amount'")
        }
        guard let imported = entries["import"] else {
            return .foreign(ForeignSpec(name: name, module: nil))
        }
        guard let module = text(of: imported, as: "a module") else { return nil }
        guard SwiftName.isModule(module) else {
            return refuse(
                imported.value.mark, "'import' is the name of a module", found: quoted(module),
                write: "one as in 'Money'")
        }
        return .foreign(ForeignSpec(name: name, module: module))
    }
}
