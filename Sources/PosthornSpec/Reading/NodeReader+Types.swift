/// Reads a declared type.
extension NodeReader {
    func declaredType(_ entry: YAMLEntry) -> TypeSpec? {
        // Keep the type, so that its uses are not reported again.
        guard isTypeName(entry.key, at: entry.mark, of: "a type", as: "Order", ending: "Value")
        else { return TypeSpec(name: entry.key, mark: entry.mark, kind: .refused) }
        return TypeSpec(
            name: entry.key, mark: entry.mark, kind: kind(entry) ?? .refused,
            doc: description(of: entry, "doc").flatMap { text(of: $0, as: "a text") },
            deprecated: description(of: entry, "deprecated").flatMap(deprecation))
    }

    private func kind(_ entry: YAMLEntry) -> TypeSpec.Kind? {
        switch entry.value.kind {
        case .mapping(let entries):
            if let form = Self.form(of: entries) {
                if form.entry.key == "wraps" { refuseLimits(entries, of: entry.key) }
                checkKeys(of: entries, beside: form, others: KeyPlace.declaration.keys)
            }
            return kind(of: entries, depth: 0)
        case .sequence(let items):
            return refuse(
                entry.value.mark, "a type is an object or an enum", found: "a list",
                write: enumValues(items).map { "\(quoted($0)) for an enum" }
                    ?? "the array where it is used, as in 'returns: [Order]'")
        case .scalar(let text, _): return openEnum(text, entry)
        }
    }

    /// Reports limits, which belong to each use of a type because uses may differ.
    private func refuseLimits(_ entries: [YAMLEntry], of name: String) {
        for entry in entries where ["length", "range", "pattern"].contains(entry.key) {
            error(
                entry.mark, "limits stand where a type is used", found: quoted(entry.key),
                write: "'{ type: \(name), \(entry.key): … }' there")
        }
    }

    /// Returns an entry that describes a type with a form.
    ///
    /// In an object without `fields`, all keys are fields.
    private func description(of entry: YAMLEntry, _ key: String) -> YAMLEntry? {
        guard case .mapping(let entries) = entry.value.kind, Self.form(of: entries) != nil
        else { return nil }
        return entries[key]
    }

    private func openEnum(_ text: String, _ entry: YAMLEntry) -> TypeSpec.Kind? {
        guard !entry.value.isEmpty else {
            return refuse(
                entry.mark, "a type is an object or an enum", found: "nothing",
                write: "its fields, or '{}' for none")
        }
        guard let type = self.type(of: entry.value, key: entry) else { return nil }
        guard case .inline(let kind) = type else {
            let isType = text.first.map { $0.isUppercase || $0 == "[" } ?? false
            return refuse(
                entry.value.mark, "a type is an object or an enum", found: quoted(text),
                write: "'{ id: String }' for an object, 'a | b' for an enum, "
                    + (isType
                        ? "'{ wraps: \(type) }' for a type of its own"
                        : "'{ enum: { name: … } }' for an enum of one value"))
        }
        return kind
    }
}
