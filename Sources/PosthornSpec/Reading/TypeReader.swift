/// Reads one declared type.
struct TypeReader {
    /// Keys that make a type something else than an object with fields.
    private static let laterForms = ["oneOf", "includes", "wraps", "swift", "enum"]

    let reader: NodeReader

    func read(_ entry: YAMLEntry) -> TypeSpec? {
        guard checkName(entry) else { return nil }
        return TypeSpec(name: entry.key, mark: entry.mark, kind: kind(entry) ?? .refused)
    }

    private func checkName(_ entry: YAMLEntry) -> Bool {
        guard SwiftName.isType(entry.key) else {
            let meant = SwiftName.typeCase(entry.key) ?? "Order"
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
            if let form = entries.first(where: { Self.laterForms.contains($0.key) }) {
                reader.unsupported(
                    form.mark, "a type with \(quoted(form.key)) is", found: quoted(form.key),
                    write: "an object, as in '{ id: String }', or an enum, as in 'a | b'")
                return nil
            }
            let fields = FieldReader(reader: reader, reserved: ReservedNames.fields)
            return .object(fields.read(entries))
        case .sequence:
            reader.error(
                entry.value.mark, "a type is an object or an enum", found: "a list",
                write: "the array where it is used, as in 'returns: [Order]'")
            return nil
        case .scalar(let text, _):
            return openEnum(text, entry)
        }
    }

    private func openEnum(_ text: String, _ entry: YAMLEntry) -> TypeSpec.Kind? {
        guard !entry.value.isEmpty else {
            reader.error(
                entry.mark, "a type is an object or an enum", found: "nothing",
                write: "its fields, or '{}' for none")
            return nil
        }
        guard let type = reader.type(of: entry.value, key: entry) else { return nil }
        guard case .openEnum(let cases) = type else {
            reader.error(
                entry.value.mark, "a type is an object or an enum", found: quoted(text),
                write: "'{ id: String }' for an object, 'a | b' for an enum")
            return nil
        }
        return .openEnum(cases)
    }
}
