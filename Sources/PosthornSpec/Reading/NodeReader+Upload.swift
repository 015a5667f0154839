/// Reads a body of raw bytes: its media type, or `{ type, name, doc }`.
extension NodeReader {
    func upload(_ entry: YAMLEntry) -> ParameterSpec? {
        let details = entry.value.entries ?? []
        let isFine = checkKeys(of: details, in: .upload)
        let doc = isFine || details["type"] != nil ? doc(details) : nil
        guard let typeEntry = entry.value.entries == nil ? entry : details["type"] else {
            guard isFine else { return nil }
            return refuse(
                entry.mark, "an upload says its media type", found: "no 'type'",
                write: "'upload: image/png' or '{ type: image/png, name: … }'")
        }
        guard let mediaType = text(of: typeEntry, as: "a media type"),
            let name = swiftName(
                details["name"], wireName: "body", mark: entry.mark,
                reserved: ReservedNames.parameters)
        else { return nil }
        guard isMediaType(mediaType) else {
            return refuse(
                typeEntry.value.mark, "an upload has one media type", found: quoted(mediaType),
                write: "one as in 'image/png' or 'application/octet-stream'")
        }
        let mark = typeEntry.value.mark
        return ParameterSpec(
            place: .upload,
            field: FieldSpec(
                wireName: mediaType, swiftName: name, mark: entry.mark,
                type: .named(TypeName("HTTPBody", mark: mark)), typeMark: mark,
                isOptional: false, doc: doc))
    }

    /// Returns whether a text is a media type with parameters of printable ASCII (RFC 9110, section 8.3.1).
    func isMediaType(_ text: String) -> Bool {
        let essence = text.prefix { $0 != ";" }.split(
            separator: "/", omittingEmptySubsequences: false)
        return essence.count == 2
            && essence.allSatisfy {
                $0 != "*" && HeaderNames.isToken($0)
            } && text.unicodeScalars.allSatisfy { (0x20..<0x7f).contains($0.value) }
            && text.last != " "
    }
}
