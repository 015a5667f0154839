/// Reads one declared type.
struct TypeReader {
    let reader: NodeReader

    func read(_ entry: YAMLEntry) -> TypeSpec? {
        // A refused name is kept: what uses it has the same cause.
        guard checkName(entry) else {
            return TypeSpec(name: entry.key, mark: entry.mark, kind: .refused)
        }
        return TypeSpec(
            name: entry.key, mark: entry.mark, kind: kind(entry) ?? .refused,
            doc: doc(entry))
    }

    private func checkName(_ entry: YAMLEntry) -> Bool {
        guard SwiftName.isType(entry.key) else {
            let meant = NearName.type(entry.key) ?? "Order"
            reader.error(
                entry.mark, "a type has an UpperCamelCase Swift name", found: quoted(entry.key),
                write: "one as in \(quoted(meant))")
            return false
        }
        guard !ReservedNames.types.contains(entry.key) else {
            reader.error(
                entry.mark, "Swift or Posthorn has a type of this name", found: quoted(entry.key),
                write: "another name, as in '\(entry.key)Value'")
            return false
        }
        return true
    }

    private func kind(_ entry: YAMLEntry) -> TypeSpec.Kind? {
        switch entry.value.kind {
        case .mapping(let entries):
            if let form = TypeFormReader.form(of: entries) {
                if form.entry.key == "wraps" { refuseLimits(entries, of: entry.key) }
                reader.checkKeys(of: entries, beside: form, known: form.keys + ["doc"])
            }
            return TypeFormReader(reader: reader).kind(of: entries, depth: 0)
        case .sequence(let items):
            reader.error(
                entry.value.mark, "a type is an object or an enum", found: "a list",
                write: reader.enumValues(items).map { "\(quoted($0)) for an enum" }
                    ?? "the array where it is used, as in 'returns: [Order]'")
            return nil
        case .scalar(let text, _):
            return openEnum(text, entry)
        }
    }

    /// Limits belong to a place: one parameter may take what another does not.
    private func refuseLimits(_ entries: [YAMLEntry], of name: String) {
        for entry in entries where ["length", "range", "pattern"].contains(entry.key) {
            reader.error(
                entry.mark, "limits stand where a type is used", found: quoted(entry.key),
                write: "'{ type: \(name), \(entry.key): … }' there")
        }
    }

    /// What a type with a form means; an object has none, as `doc` is a field there.
    private func doc(_ entry: YAMLEntry) -> String? {
        guard case .mapping(let entries) = entry.value.kind,
            TypeFormReader.form(of: entries) != nil
        else { return nil }
        return entries.first { $0.key == "doc" }.flatMap { reader.text(of: $0, as: "a text") }
    }

    private func openEnum(_ text: String, _ entry: YAMLEntry) -> TypeSpec.Kind? {
        guard !entry.value.isEmpty else {
            reader.error(
                entry.mark, "a type is an object or an enum", found: "nothing",
                write: "its fields, or '{}' for none")
            return nil
        }
        guard let type = reader.type(of: entry.value, key: entry) else { return nil }
        guard case .inline(let kind) = type else {
            reader.error(
                entry.value.mark, "a type is an object or an enum", found: quoted(text),
                write: "'{ id: String }' for an object, 'a | b' for an enum, "
                    + "'{ wraps: \(type) }' for a type of its own")
            return nil
        }
        return kind
    }
}
