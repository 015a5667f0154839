/// Reads a body of raw bytes: its media type, or `{ type, name, doc }`.
struct UploadReader {
    let reader: NodeReader

    func read(_ entry: YAMLEntry) -> ParameterSpec? {
        var typeEntry: YAMLEntry? = entry
        var nameEntry: YAMLEntry?
        var doc: String?
        if case .mapping(let details) = entry.value.kind {
            let isFine = reader.checkKeys(
                of: details, in: "'upload'", known: ["type", "name", "doc"])
            typeEntry = details.first { $0.key == "type" }
            if typeEntry == nil, !isFine { return nil }
            nameEntry = details.first { $0.key == "name" }
            doc = details.first { $0.key == "doc" }.flatMap { reader.text(of: $0, as: "a text") }
        }
        guard let typeEntry else {
            reader.error(
                entry.mark, "an upload says its media type", found: "no 'type'",
                write: "'upload: image/png' or '{ type: image/png, name: … }'")
            return nil
        }
        let naming = FieldNaming(reader: reader, reserved: ReservedNames.parameters)
        guard let mediaType = reader.text(of: typeEntry, as: "a media type"),
            let name = naming.name(nameEntry, wireName: "body", mark: entry.mark)
        else { return nil }
        guard isMediaType(mediaType) else {
            reader.error(
                typeEntry.value.mark, "an upload has one media type", found: quoted(mediaType),
                write: "one as in 'image/png' or 'application/octet-stream'")
            return nil
        }
        let mark = typeEntry.value.mark
        return ParameterSpec(
            place: .upload,
            field: FieldSpec(
                wireName: mediaType, swiftName: name, mark: entry.mark,
                type: .named(TypeName("UploadBody", mark: mark)), typeMark: mark,
                isOptional: false, doc: doc))
    }

    /// A type and a subtype, and parameters of printable ASCII (RFC 9110, section 8.3.1).
    private func isMediaType(_ text: String) -> Bool {
        let essence = text.prefix { $0 != ";" }.split(
            separator: "/", omittingEmptySubsequences: false)
        return essence.count == 2
            && essence.allSatisfy {
                $0 != "*" && HeaderNames.isToken($0)
            } && text.unicodeScalars.allSatisfy { (0x20..<0x7f).contains($0.value) }
            && text.last != " "
    }
}
