/// Reads a group of named values: parameters of one place, or the fields of an object.
struct FieldReader {
    /// The keys of a field's long form.
    static let longKeys = ["type"] + besideKeys
    /// Those that may stand beside a type that is declared in place.
    private static let besideKeys = [
        "name", "doc", "default", "example", "deprecated", "length", "range", "pattern",
        "sealed",
    ]

    let reader: NodeReader
    /// Swift names that the generated type needs for itself.
    let reserved: Set<String>
    /// How many types that are declared in place there are around the fields.
    var depth = 0
    /// Whether the fields are of a query or a form, where `style` says how they are written.
    var hasStyles = false
    /// Whether all of them have a style, their endpoint's.
    var takesAnyType = false

    private var besideKeys: [String] { Self.besideKeys + (hasStyles ? ["style"] : []) }

    /// The fields of a group that could be read.
    func read(_ group: YAMLEntry, holding what: String) -> [FieldSpec] {
        guard let entries = reader.entries(of: group, holding: what, as: "name: String") else {
            return []
        }
        return read(entries.filter { !refuseIncludes($0, in: group) })
    }

    /// Parameters are not included: only a type has fields of others.
    private func refuseIncludes(_ entry: YAMLEntry, in group: YAMLEntry) -> Bool {
        guard entry.key == "includes", case .sequence = entry.value.kind else { return false }
        reader.error(
            entry.mark, "'includes' stands in a type or a body",
            found: "it in \(quoted(group.key))", write: "the parameters themselves")
        return true
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
        let details = entry.value.entries ?? []
        let form = NodeReader.form(of: details)
        let typeEntry = details["type"]
        // The form's keys are the type, the others are the field's.
        let formNode = form.map { form in
            YAMLNode(
                mark: form.entry.mark,
                kind: .mapping(details.filter { !besideKeys.contains($0.key) }))
        }
        guard let typeNode = formNode ?? typeEntry?.value else {
            if let problem = missingType(entry, details) {
                return reader.refuse(
                    entry.mark, "\(quoted(entry.key)) needs a type", found: problem.found,
                    write: problem.write)
            }
            return shortForm(entry, wireName: wireName, isOptional: isOptional)
        }
        if form == nil {
            reader.checkKeys(of: details, in: "a field", known: ["type"] + besideKeys)
        }
        let name = swiftName(details["name"], wireName, entry)
        let doc = reader.doc(details)
        let limits = reader.limits(details)
        guard let type = reader.type(of: typeNode, key: typeEntry ?? entry, depth: depth) else {
            return nil
        }
        let value = details["default"].flatMap(longDefault)
        guard let name else { return nil }
        let styleEntry = hasStyles ? details["style"] : nil
        return finish(
            FieldSpec(
                wireName: wireName, swiftName: name, mark: entry.mark, type: type,
                typeMark: typeNode.mark, isOptional: isOptional, defaultValue: value, doc: doc,
                example: details["example"].map { DefaultSpec($0.value) },
                deprecated: details["deprecated"].flatMap(reader.deprecation), limits: limits,
                style: styleEntry.flatMap(reader.style),
                sealedMark: details["sealed"].flatMap(sealedMark),
                takesAnyType: takesAnyType || styleEntry != nil))
    }

    /// What a field has in place of its type, and how it is written with one.
    private func missingType(
        _ entry: YAMLEntry, _ details: [YAMLEntry]
    ) -> (found: String, write: String)? {
        if entry.value.isEmpty { return Self.missingSpace(in: entry.key).map { ("nothing", $0) } }
        guard let first = details.first, details.allSatisfy({ besideKeys.contains($0.key) }) else {
            return nil
        }
        return ("none", "'type: String' or another type beside '\(first.key)'")
    }

    /// How a key is written that has its type in it, as in `{ id:String }`; nothing if it has none.
    private static func missingSpace(in key: String) -> String? {
        guard let colon = key.firstIndex(of: ":"), colon != key.startIndex else { return nil }
        let type = key[key.index(after: colon)...]
        guard let first = type.first, first == "[" || ("A"..."Z").contains(first) else {
            return nil
        }
        return "'\(key[..<colon]): \(type)', with a space after the ':'"
    }

    /// Where it is said that a field is sealed.
    private func sealedMark(_ entry: YAMLEntry) -> SourceMark? {
        if case .scalar("true", _) = entry.value.kind { return entry.mark }
        return reader.refuse(
            entry.place, "'sealed' is 'true' or not there",
            found: entry.value.summary, write: "'sealed: true', or no 'sealed'")
    }

    /// `name: Type` and `name: Type = value`.
    private func shortForm(
        _ entry: YAMLEntry, wireName: String, isOptional: Bool
    ) -> FieldSpec? {
        guard let name = swiftName(nil, wireName, entry) else { return nil }
        var node = entry.value
        var value: DefaultSpec?
        if case .scalar(let text, let isPlain) = node.kind, let equals = text.firstIndex(of: "=") {
            let before = text[..<equals]
            let after = trimmed(text[text.index(after: equals)...])
            let mark = node.mark.advanced(by: before.unicodeScalars.count)
            guard !after.isEmpty else {
                return reader.refuse(
                    mark, "a default stands after its '='", found: "nothing",
                    write: "the value, or 'default: \"\"' in the long form for an empty text")
            }
            refuseQuotes(around: String(after), at: mark)
            node.kind = .scalar(String(trimmed(before)), isPlain: isPlain)
            value = DefaultSpec(value: .text(String(after)), mark: mark)
        }
        guard let type = reader.type(of: node, key: entry, depth: depth) else { return nil }
        return finish(
            FieldSpec(
                wireName: wireName, swiftName: name, mark: entry.mark, type: type,
                typeMark: node.mark, isOptional: isOptional, defaultValue: value,
                takesAnyType: takesAnyType))
    }

    /// To YAML, quotes in the middle of a text are two of its characters, which would be sent.
    private func refuseQuotes(around text: String, at mark: SourceMark) {
        guard text.count > 1, let quote = text.first, quote == "\"" || quote == "'",
            text.last == quote
        else { return }
        let meant = text.dropFirst().dropLast()
        guard !meant.contains(quote) else { return }
        reader.error(
            mark, "a default after '=' has no quotes, which would be sent", found: quoted(text),
            write: meant.isEmpty
                ? "'default: \"\"' in the long form for an empty text"
                : "\(quoted(String(meant))), or 'default: \(text)' in the long form")
    }

    private func longDefault(_ entry: YAMLEntry) -> DefaultSpec? {
        if !entry.value.isEmpty { return DefaultSpec(entry.value) }
        return reader.refuse(
            entry.mark, "'default' has a value", found: "nothing",
            write: "the value, or '\"\"' for an empty text")
    }

    private func finish(_ field: FieldSpec) -> FieldSpec {
        if field.isOptional, let value = field.defaultValue {
            reader.error(
                value.mark, "a field with a default is never nil",
                found: "both '?' and a default", write: "one of the two")
        }
        return field
    }

    private func swiftName(
        _ nameEntry: YAMLEntry?, _ wireName: String, _ entry: YAMLEntry
    ) -> String? {
        reader.swiftName(nameEntry, wireName: wireName, mark: entry.mark, reserved: reserved)
    }
}
