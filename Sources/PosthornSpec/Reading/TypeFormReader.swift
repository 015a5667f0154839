/// Reads what a type is made of, declared under `types` or in place: the forms `enum`, `oneOf`,
/// `wraps` and `swift`, and the fields of an object.
struct TypeFormReader {
    /// The keys of each form; the first tells it.
    private static let forms: [(key: String, others: [String])] = [
        ("enum", ["open"]), ("oneOf", ["by"]), ("wraps", []), ("swift", ["import"]),
    ]

    let reader: NodeReader

    /// A key that makes a type something else than an object with fields, and all keys of its form.
    typealias Form = (entry: YAMLEntry, keys: [String])

    /// The form of a type; nothing for an object.
    static func form(of entries: [YAMLEntry]) -> Form? {
        for form in forms {
            guard let entry = entries.first(where: { $0.key == form.key }), !isField(entry) else {
                continue
            }
            return (entry, [form.key] + form.others)
        }
        return nil
    }

    /// Whether an entry says what an object includes.
    static func isIncludes(_ entry: YAMLEntry) -> Bool {
        entry.key == "includes" && !isField(entry)
    }

    /// Whether an entry with the key of a form is a field in its long form all the same.
    private static func isField(_ entry: YAMLEntry) -> Bool {
        guard case .mapping(let details) = entry.value.kind else { return false }
        return details.contains { $0.key == "type" }
            && details.allSatisfy { FieldReader.longKeys.contains($0.key) }
    }

    /// The type that a group of keys declares; nothing if it is none, which has been reported then.
    ///
    /// Keys of the form are read; the caller checks that there are no others.
    func kind(of entries: [YAMLEntry], depth: Int) -> TypeSpec.Kind? {
        guard let form = Self.form(of: entries) else { return object(entries, depth: depth) }
        switch form.entry.key {
        case "enum": return EnumReader(reader: reader).read(form.entry, beside: entries)
        case "oneOf": return UnionReader(reader: reader).read(form.entry, beside: entries)
        case "wraps":
            return reader.type(of: form.entry.value, key: form.entry)
                .map { .wrapper($0, form.entry.value.mark) }
        default: return foreign(form.entry, beside: entries)
        }
    }

    private func object(_ entries: [YAMLEntry], depth: Int) -> TypeSpec.Kind {
        var includes: [TypeName] = []
        var fields: [YAMLEntry] = []
        for entry in entries {
            if Self.isIncludes(entry) {
                includes = names(entry)
            } else {
                fields.append(entry)
            }
        }
        let reader = FieldReader(reader: reader, reserved: ReservedNames.fields, depth: depth)
        return .object(reader.read(fields), includes: includes)
    }

    /// The types that are included.
    func names(_ entry: YAMLEntry) -> [TypeName] {
        guard case .sequence(let items) = entry.value.kind else {
            reader.error(
                entry.value.isEmpty ? entry.mark : entry.value.mark,
                "'includes' is a list of objects' types", found: entry.value.summary,
                write: "'includes: [Timestamps]'")
            return []
        }
        return items.compactMap { item in
            guard case .scalar(let text, _) = item.kind, SwiftName.isType(text) else {
                reader.error(
                    item.mark, "'includes' names types", found: item.summary,
                    write: "a type of an object, as in 'includes: [Timestamps]'")
                return nil
            }
            return TypeName(text, mark: item.mark)
        }
    }

    private func foreign(_ entry: YAMLEntry, beside entries: [YAMLEntry]) -> TypeSpec.Kind? {
        guard let name = reader.text(of: entry, as: "a type of Swift") else { return nil }
        guard
            name.split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy({ SwiftName.isType(String($0)) })
        else {
            reader.error(
                entry.value.mark, "'swift' is the name of a type", found: quoted(name),
                write: "one as in 'Money.Amount'")
            return nil
        }
        guard let imported = entries.first(where: { $0.key == "import" }) else {
            return .foreign(ForeignSpec(name: name, module: nil))
        }
        guard let module = reader.text(of: imported, as: "a module") else { return nil }
        guard SwiftName.isModule(module) else {
            reader.error(
                imported.value.mark, "'import' is the name of a module", found: quoted(module),
                write: "one as in 'Money'")
            return nil
        }
        return .foreign(ForeignSpec(name: name, module: module))
    }
}
