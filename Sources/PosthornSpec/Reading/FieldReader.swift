/// A reader of named values: the parameters of one place, or the fields of an object.
struct FieldReader {
    let reader: NodeReader
    /// The Swift names that the generated type needs for itself.
    let reserved: Set<String>
    /// The number of inline types around the fields.
    var depth = 0
    /// Whether the fields belong to a query or a form, where `style` is valid.
    var hasStyles = false
    /// Whether the endpoint sets a style for all fields.
    var takesAnyType = false
    /// The style of fields without their own, if the request builder has no option for it.
    var style: QueryStyleSpec?
    /// Whether the fields are the positions of a tuple.
    var isInTuple = false
    /// The place of the fields in a request, where `const` is valid; `nil` in a type.
    var place: ParameterSpec.Place?

    /// The place of the keys of a field's long form, if the other properties don't tell it.
    var ownKeys: KeyPlace?

    /// The place of the keys of a field's long form.
    var keys: KeyPlace {
        ownKeys
            ?? (hasStyles ? .queryField : isInTuple ? .position : isMember ? .member : .field)
    }

    /// Returns whether an entry can stand beside the keys of an inline type.
    private func isBeside(_ entry: YAMLEntry) -> Bool {
        entry.key != "type" && keys.keys.contains(entry.key)
    }

    /// Whether the fields are the members of an object's type.
    var isMember: Bool { reserved == ReservedNames.fields && !isInTuple }

    func read(_ group: YAMLEntry, holding what: String) -> [FieldSpec] {
        guard let entries = reader.entries(of: group, holding: what, as: "name: String") else {
            return []
        }
        return read(entries.filter { !refuseIncludes($0, in: group) })
    }

    /// Reports `includes` among parameters, because only types and bodies can include fields.
    private func refuseIncludes(_ entry: YAMLEntry, in group: YAMLEntry) -> Bool {
        guard entry.key == "includes", case .sequence = entry.value.kind else { return false }
        reader.error(
            entry.mark, "'includes' stands in a type or a body",
            found: "it in \(quoted(group.key))", write: "the parameters themselves")
        return true
    }

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
        let isPattern = isPattern(wireName)
        if isPattern || wireName.utf8.contains(UInt8(ascii: "*")),
            !checkPattern(wireName, isPattern, details, isOptional: isOptional, entry)
        {
            return nil
        }
        if let flag = flagEntry(details) {
            return self.flag(flag, of: entry, wireName: wireName, isOptional: isOptional)
        }
        if let constant = constantEntry(details) {
            return self.constant(constant, of: entry, wireName: wireName, isOptional: isOptional)
        }
        let form = NodeReader.form(of: details)
        let typeEntry = form == nil && isObject(details) ? nil : details["type"]
        // The type's keys belong to the form, and all others to the field.
        let formNode = form.map { form in
            YAMLNode(
                mark: form.entry.mark,
                kind: .mapping(details.filter { !isBeside($0) }))
        }
        guard let typeNode = formNode ?? typeEntry?.value else {
            if let problem = missingType(entry, details) {
                return reader.refuse(
                    entry.mark, "\(quoted(entry.key)) needs a type", found: problem.found,
                    write: problem.write)
            }
            return shortForm(
                entry, wireName: wireName, isOptional: isOptional, isPattern: isPattern)
        }
        if form == nil { reader.checkKeys(of: details, in: keys) }
        for key in ["doc", "pattern", "example"] {
            guard let member = details[key], let text = member.value.text,
                ScalarType(rawValue: text) != nil
            else { continue }
            reader.warning(
                member.mark, "\(quoted(key)) says something of the field \(quoted(entry.key))",
                found: "the name of a type",
                write: "'{ fields: { … } }' for an object with this member")
        }
        let name = swiftName(details["name"], wireName, entry)
        let doc = reader.doc(details)
        let limits = reader.limits(details)
        guard let type = reader.type(of: typeNode, key: typeEntry ?? entry, depth: depth) else {
            return nil
        }
        let value = details["default"].flatMap(longDefault)
        var traits = self.traits(details)
        traits.isPattern = isPattern
        guard let name else { return nil }
        let styleEntry = hasStyles ? details["style"] : nil
        return finish(
            FieldSpec(
                wireName: wireName, swiftName: name, mark: entry.mark, type: type,
                typeMark: typeNode.mark, isOptional: isOptional, defaultValue: value, doc: doc,
                example: details["example"].map { DefaultSpec($0.value) },
                deprecated: details["deprecated"].flatMap(reader.deprecation), limits: limits,
                style: styleEntry.flatMap(reader.style) ?? style,
                sealedMark: details["sealed"].flatMap(sealedMark),
                takesAnyType: takesAnyType || styleEntry != nil, traits: traits))
    }

    /// Returns whether a group of keys is an object that has a field `type`, and not a field's long form.
    ///
    /// It is one if another key, which no field has, holds a type.
    private func isObject(_ details: [YAMLEntry]) -> Bool {
        let known = keys.keys
        guard let type = details["type"]?.value.text,
            reader.isFieldType(type) || type.contains(" | ")
        else { return false }
        return details.contains { entry in
            guard !known.contains(entry.key), let text = entry.value.text else { return false }
            return reader.isFieldType(text)
                && Suggestion.closest(to: entry.key, among: known) == nil
        }
    }

    /// Returns the found and the expected text for a field without a type.
    private func missingType(
        _ entry: YAMLEntry, _ details: [YAMLEntry]
    ) -> (found: String, write: String)? {
        if entry.value.isEmpty { return Self.missingSpace(in: entry.key).map { ("nothing", $0) } }
        guard let first = details.first, details.allSatisfy(isBeside) else {
            return nil
        }
        if details.allSatisfy({ $0.value.text.map(reader.isFieldType) ?? false }) {
            let members = details.map { "\($0.key): \($0.value.text ?? "")" }
            return ("members", "'{ fields: { \(members.joined(separator: ", ")) } }'")
        }
        return ("none", "'type: String' or another type beside '\(first.key)'")
    }

    /// Returns the corrected spelling of a key that contains its type, as in `{ id:String }`.
    ///
    /// The result is `nil` for other keys.
    private static func missingSpace(in key: String) -> String? {
        guard let colon = key.firstIndex(of: ":"), colon != key.startIndex else { return nil }
        let type = key[key.index(after: colon)...]
        guard let first = type.first, first == "[" || ("A"..."Z").contains(first) else {
            return nil
        }
        return "'\(key[..<colon]): \(type)', with a space after the ':'"
    }

    /// Returns the place of `sealed: true`.
    private func sealedMark(_ entry: YAMLEntry) -> SourceMark? {
        reader.isTrue(entry) ? entry.mark : nil
    }

    private func traits(_ details: [YAMLEntry]) -> FieldTraits {
        var traits = FieldTraits()
        traits.isSecret = details["secret"].map(reader.isTrue) ?? false
        guard isMember else { return traits }
        if let entry = details["at"] { traits.at = path(entry) ?? [] }
        traits.isLossy = details["lossy"].map(reader.isTrue) ?? false
        traits.isReadOnly = details["readOnly"].map(reader.isTrue) ?? false
        traits.isWriteOnly = details["writeOnly"].map(reader.isTrue) ?? false
        if traits.isReadOnly, traits.isWriteOnly, let entry = details["writeOnly"] {
            reader.error(
                entry.mark, "a field is sent or read", found: "'writeOnly' beside 'readOnly'",
                write: "one of the two, or no such field")
        }
        return traits
    }

    /// Reads `name: Type` and `name: Type = value`.
    private func shortForm(
        _ entry: YAMLEntry, wireName: String, isOptional: Bool, isPattern: Bool
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
        var traits = FieldTraits()
        traits.isPattern = isPattern
        return finish(
            FieldSpec(
                wireName: wireName, swiftName: name, mark: entry.mark, type: type,
                typeMark: node.mark, isOptional: isOptional, defaultValue: value, style: style,
                takesAnyType: takesAnyType, traits: traits))
    }

    /// Reports quotes in a short default, because YAML keeps them as a part of the text.
    private func refuseQuotes(around text: String, at mark: SourceMark) {
        guard text.count > 1, let quote = text.first, quote == "\"" || quote == "'",
            text.last == quote
        else { return }
        let meant = text.dropFirst().dropLast()
        guard !meant.contains(quote) else { return }
        reader.error(
            mark, "a default after '=' is written without quotes", found: quoted(text),
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

    func swiftName(
        _ nameEntry: YAMLEntry?, _ wireName: String, _ entry: YAMLEntry
    ) -> String? {
        let name = isPattern(wireName) ? String(wireName.dropLast()) : wireName
        return reader.swiftName(nameEntry, wireName: name, mark: entry.mark, reserved: reserved)
    }
}
