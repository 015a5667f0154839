/// Reads a group of named values: parameters of one place, or the fields of an object.
struct FieldReader {
    private static let longKeys = ["type", "name", "doc", "default"]
    private static let laterKeys = ["example", "deprecated", "length", "range", "pattern"]

    let reader: NodeReader
    /// Swift names that the generated type needs for itself.
    let reserved: Set<String>

    /// The fields of a group that could be read.
    func read(_ group: YAMLEntry, holding what: String) -> [FieldSpec] {
        guard let entries = reader.entries(of: group, holding: what) else { return [] }
        return read(entries)
    }

    /// The fields that could be read.
    func read(_ entries: [YAMLEntry]) -> [FieldSpec] {
        var marks: [String: SourceMark] = [:]
        var fields: [FieldSpec] = []
        for entry in entries {
            let isOptional = entry.key.hasSuffix("?")
            let wireName = isOptional ? String(entry.key.dropLast()) : entry.key
            if let first = marks[wireName] {
                reader.error(
                    entry.mark, "a name appears once",
                    found: "\(quoted(wireName)) again, first in line \(first.line), "
                        + "column \(first.column)",
                    write: "one of the two")
                continue
            }
            marks[wireName] = entry.mark
            if let field = field(entry, wireName: wireName, isOptional: isOptional) {
                fields.append(field)
            }
        }
        return fields
    }

    private func field(_ entry: YAMLEntry, wireName: String, isOptional: Bool) -> FieldSpec? {
        guard case .mapping(let details) = entry.value.kind else {
            guard let name = swiftName(nil, wireName: wireName, entry: entry) else { return nil }
            return shortForm(entry, wireName: wireName, swiftName: name, isOptional: isOptional)
        }
        guard let typeEntry = details.first(where: { $0.key == "type" }) else {
            refuseMissingType(entry, details)
            return nil
        }
        reader.checkKeys(
            of: details, in: "a field", known: Self.longKeys, later: Self.laterKeys)
        let nameEntry = details.first { $0.key == "name" }
        let name = swiftName(nameEntry, wireName: wireName, entry: entry)
        let doc = details.first { $0.key == "doc" }.flatMap { reader.text(of: $0, as: "a text") }
        let defaultEntry = details.first { $0.key == "default" }
        guard let type = reader.type(of: typeEntry.value, key: typeEntry) else { return nil }
        let value = defaultEntry.flatMap(longDefault)
        guard let name else { return nil }
        return finish(
            FieldSpec(
                wireName: wireName, swiftName: name, mark: entry.mark, type: type,
                typeMark: typeEntry.value.mark, isOptional: isOptional, defaultValue: value,
                doc: doc))
    }

    /// `name: Type` and `name: Type = value`.
    private func shortForm(
        _ entry: YAMLEntry, wireName: String, swiftName: String, isOptional: Bool
    ) -> FieldSpec? {
        var node = entry.value
        var value: DefaultSpec?
        if case .scalar(let text, let isPlain) = node.kind, let equals = text.firstIndex(of: "=") {
            let before = text[..<equals]
            let after = trimmed(text[text.index(after: equals)...])
            let mark = node.mark.advanced(by: before.unicodeScalars.count)
            guard !after.isEmpty else {
                reader.error(
                    mark, "a default stands after its '='", found: "nothing",
                    write: "the value, or 'default: \"\"' in the long form for an empty text")
                return nil
            }
            node.kind = .scalar(String(trimmed(before)), isPlain: isPlain)
            value = DefaultSpec(value: .text(String(after)), mark: mark)
        }
        guard let type = reader.type(of: node, key: entry) else { return nil }
        return finish(
            FieldSpec(
                wireName: wireName, swiftName: swiftName, mark: entry.mark,
                type: type, typeMark: node.mark,
                isOptional: isOptional, defaultValue: value, doc: nil))
    }

    private func longDefault(_ entry: YAMLEntry) -> DefaultSpec? {
        switch entry.value.kind {
        case .scalar(let text, _):
            guard !entry.value.isEmpty else { break }
            return DefaultSpec(value: .text(text), mark: entry.value.mark)
        case .sequence(let items):
            var texts: [String] = []
            for item in items {
                guard case .scalar(let text, _) = item.kind else {
                    reader.unsupported(
                        item.mark, "a default made of lists or keys is", found: item.summary,
                        write: "a list of texts or numbers")
                    return nil
                }
                texts.append(text)
            }
            return DefaultSpec(value: .list(texts), mark: entry.value.mark)
        case .mapping(let entries):
            if entries.isEmpty { return DefaultSpec(value: .emptyMap, mark: entry.value.mark) }
            reader.unsupported(
                entry.value.mark, "a default with keys is", found: entry.value.summary,
                write: "'{}', or no default")
            return nil
        }
        reader.error(
            entry.mark, "'default' has a value", found: "nothing",
            write: "the value, or '\"\"' for an empty text")
        return nil
    }

    private func finish(_ field: FieldSpec) -> FieldSpec {
        if field.isOptional, let value = field.defaultValue {
            reader.error(
                value.mark, "a field with a default is never nil",
                found: "both '?' and a default", write: "one of the two")
        }
        return field
    }

    private func refuseMissingType(_ entry: YAMLEntry, _ details: [YAMLEntry]) {
        let keys = Set(Self.longKeys + Self.laterKeys)
        if details.contains(where: { !keys.contains($0.key) }) || details.isEmpty {
            reader.unsupported(
                entry.value.mark, "a type declared in place is", found: entry.value.summary,
                write: "the type under 'types', and its name here")
        } else {
            reader.error(
                entry.mark, "\(quoted(entry.key)) needs a type", found: "none",
                write: "'type: String' or another type beside '\(details[0].key)'")
        }
    }

    /// The name in Swift: what `name:` says, else the lowerCamelCase of the wire name.
    private func swiftName(
        _ nameEntry: YAMLEntry?, wireName: String, entry: YAMLEntry
    ) -> String? {
        FieldNaming(reader: reader, reserved: reserved)
            .name(nameEntry, wireName: wireName, mark: entry.mark)
    }
}
