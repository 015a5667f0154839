/// Reads the body of an endpoint.
extension NodeReader {
    private static let keys = ["body", "form", "multipart", "upload"]

    /// - Parameter sends: The media types of the body, which decide how a text or bytes are sent.
    func body(_ entries: [YAMLEntry], _ sends: [ContentTypeSpec]) -> [ParameterSpec] {
        let bodies = entries.filter { Self.keys.contains($0.key) }
        for other in bodies.dropFirst() {
            error(
                other.mark, "a request has one body",
                found: "\(quoted(other.key)) after \(quoted(bodies[0].key))",
                write: "one of the two")
        }
        guard let entry = bodies.first else { return [] }
        switch entry.key {
        case "form": return fields(entry, .form, style: entries["style"])
        case "multipart": return fields(entry, .part)
        case "upload": return self.upload(entry).map { [$0] } ?? []
        default: return value(entry, sends)
        }
    }

    /// Returns the types whose fields a JSON body includes.
    func included(_ entries: [YAMLEntry]) -> [TypeName] {
        guard let body = entries.first(where: { Self.keys.contains($0.key) }), body.key == "body",
            case .mapping(let entries) = body.value.kind,
            let includes = members(ofBody: entries)?.includes
        else { return [] }
        return self.includes(includes)
    }

    /// Returns the fields of a JSON body, with or without the key `fields`; `nil` for a body of one type.
    private func members(
        ofBody entries: [YAMLEntry]
    ) -> (fields: [YAMLEntry], includes: YAMLEntry?)? {
        guard let form = Self.form(of: entries) else {
            return (
                entries.filter { !Self.isIncludes($0) }, entries.first(where: Self.isIncludes)
            )
        }
        guard form.entry.key == "fields" else { return nil }
        return (form.entry.value.entries ?? [], entries["includes"])
    }

    private func isMap(_ node: YAMLNode) -> Bool {
        guard case .sequence(let items) = node.kind, case .mapping(let entries) = items[0].kind
        else { return false }
        return items.count == 1 && entries.count == 1 && SwiftName.isType(entries[0].key)
    }

    /// Reads the fields of a part of a request.
    ///
    /// - Parameter style: The endpoint's style for the fields; `nil` for none.
    func fields(
        _ entry: YAMLEntry, _ place: ParameterSpec.Place, style: YAMLEntry? = nil
    ) -> [ParameterSpec] {
        FieldReader(
            reader: self, reserved: ReservedNames.parameters,
            hasStyles: place == .form || place == .query, takesAnyType: style != nil,
            style: style?.value.text == QueryStyleSpec.json.rawValue ? .json : nil, place: place
        )
        .read(entry, holding: "names and types")
        .map { ParameterSpec(place: place, field: $0) }
    }

    /// Reports the keys beside `fields` that a body cannot have.
    private func checkBody(_ entries: [YAMLEntry]) {
        let known = KeyPlace.body.keys
        for entry in entries where !known.contains(entry.key) {
            refuseUnknown(
                entry.key, at: entry.mark, "unknown key in a body with 'fields'", known: known,
                else:
                    "\(quotedList(known)), or a type under 'types' with \(quoted(entry.key)), and "
                    + "its name here")
        }
    }

    private func value(_ entry: YAMLEntry, _ sends: [ContentTypeSpec]) -> [ParameterSpec] {
        if case .mapping(let entries) = entry.value.kind, let own = members(ofBody: entries)?.fields
        {
            if entries["fields"]?.value.entries != nil { checkBody(entries) }
            if entries.count == 1, entries[0].key == "type", let name = entries[0].value.text,
                types?.contains(name) == true
            {
                warning(
                    entries[0].mark, "a body of one type stands without keys",
                    found: "a member 'type' of the type \(quoted(name))",
                    write: "'body: \(name)', or 'body: { fields: { type: \(name) } }' for the "
                        + "member")
            }
            if own.isEmpty, !entries.isEmpty { return [] }
            return fields(
                YAMLEntry(
                    key: entry.key, mark: entry.mark,
                    value: YAMLNode(mark: entry.value.mark, kind: .mapping(own))), .body)
        }
        // Without quotes, YAML reads `[String: T]` like `[{ … }]`.
        if entry.value.isListOfGroups, !isMap(entry.value) {
            error(
                entry.value.mark, "'body' holds names and types, or is one type",
                found: "a list of keys", write: "the keys without '- ' before them, or '[LineItem]'"
            )
            return []
        }
        if let lines = inside("lines of ", of: entry) {
            return [whole(.lines, .array(lines), entry, sends)]
        }
        for (word, isTagged) in [("patch of ", false), ("tagged patch of ", true)] {
            guard let type = inside(word, of: entry) else { continue }
            return patch(of: type, entry, sends, isTagged: isTagged)
        }
        let tagged = inside("tagged ", of: entry)
        guard let type = tagged ?? self.type(of: entry.value, key: entry) else { return [] }
        let place = place(ofWhole: type, sends)
        return [whole(place, type, entry, sends, isTagged: tagged != nil)]
    }

    private func place(
        ofWhole type: TypeExpression, _ sends: [ContentTypeSpec]
    ) -> ParameterSpec.Place {
        let formats = Set(sends.map(\.format))
        if formats == [.text], type.scalar == .string { return .text }
        let isBytes = !formats.isEmpty && formats.isSubset(of: [.text, .bytes])
        return isBytes && type.scalar == .data ? .bytes : .wholeBody
    }

    /// Reads the type after a word, as in `lines of T`; `nil` without the word.
    private func inside(_ word: String, of entry: YAMLEntry) -> TypeExpression? {
        guard let node = entry.value.after(word) else { return nil }
        let mark = node.mark
        // A refused type is not reported again.
        let refused = TypeExpression.named(TypeName(ScalarType.json.rawValue, mark: mark))
        guard let type = self.type(of: node, key: entry) else { return refused }
        guard type.form == nil, !type.isNullable else {
            error(
                mark, "a type after '\(trimmed(word))' has no form and is not null",
                found: quoted(type.description), write: quoted(type.innermost.name?.text ?? "JSON"))
            return refused
        }
        return type
    }

    /// Returns the value that is patched, and the one before it.
    private func patch(
        of type: TypeExpression, _ entry: YAMLEntry, _ sends: [ContentTypeSpec], isTagged: Bool
    ) -> [ParameterSpec] {
        let new = whole(.wholeBody, type, entry, sends, isTagged: isTagged)
        let mark = entry.value.mark
        let old = FieldSpec(
            wireName: "from", swiftName: "old", label: "from", mark: entry.mark, type: type,
            typeMark: mark, isOptional: false, doc: "The value before the changes.",
            isTagged: isTagged)
        return [new.patching, ParameterSpec(place: .original, field: old)]
    }

    private func whole(
        _ place: ParameterSpec.Place, _ type: TypeExpression, _ entry: YAMLEntry,
        _ sends: [ContentTypeSpec], isTagged: Bool = false
    ) -> ParameterSpec {
        let mediaType = sends.first?.mediaType ?? "application/x-ndjson"
        return ParameterSpec(
            place: place,
            field: FieldSpec(
                wireName: place == .wholeBody ? "body" : mediaType, swiftName: "body",
                mark: entry.mark, type: type, typeMark: entry.value.mark, isOptional: false,
                isTagged: isTagged))
    }
}
