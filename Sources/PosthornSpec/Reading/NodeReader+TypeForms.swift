/// Reads what a type is made of, declared under `types` or in place: the forms `enum`, `oneOf`,
/// `wraps` and `swift`, and the fields of an object.
extension NodeReader {
    /// The keys of each form; the first tells it.
    private static let forms: [(key: String, others: [String])] = [
        ("enum", ["open"]), ("oneOf", ["by"]), ("wraps", []), ("swift", ["import"]),
    ]

    /// A key that makes a type something else than an object with fields, and all keys of its form.
    typealias Form = (entry: YAMLEntry, keys: [String])

    /// The form of a type; nothing for an object.
    static func form(of entries: [YAMLEntry]) -> Form? {
        // Most fields have no keys.
        if entries.isEmpty { return nil }
        for form in forms {
            if let entry = entries[form.key], !isField(entry) {
                return (entry, [form.key] + form.others)
            }
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
        case "enum": return self.enumeration(form.entry, beside: entries)
        case "oneOf": return self.union(form.entry, beside: entries)
        case "wraps":
            return self.type(of: form.entry.value, key: form.entry)
                .map { .wrapper($0, form.entry.value.mark) }
        default: return foreign(form.entry, beside: entries)
        }
    }

    private func object(_ entries: [YAMLEntry], depth: Int) -> TypeSpec.Kind {
        let includes = entries.first(where: Self.isIncludes).map(self.includes) ?? []
        let fields = FieldReader(reader: self, reserved: ReservedNames.fields, depth: depth)
        return .object(
            fields.read(entries.filter { !Self.isIncludes($0) }), includes: includes)
    }

    /// The types that are included.
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
