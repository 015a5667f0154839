/// Reads the media types of bodies and of responses: `sends` and `accepts`.
extension NodeReader {
    /// Reads a media type, a list of them, or names with media types.
    func sends(_ entry: YAMLEntry) -> [ContentTypeSpec] {
        var written: [(name: YAMLEntry?, type: YAMLNode)] = []
        switch entry.value.kind {
        case .scalar: written = [(nil, entry.value)]
        case .sequence(let items): written = items.map { (nil, $0) }
        case .mapping(let entries): written = entries.map { ($0, $0.value) }
        }
        if written.isEmpty {
            error(
                entry.place, "'sends' is a media type, a list of them, or names with media types",
                found: entry.value.summary, write: "'sends: application/json'")
        }
        // A format is the name of its media type if there is no other one of the format.
        let formats = written.compactMap { $0.type.text.map(ContentTypeSpec.Format.init(of:)) }
        var types: [ContentTypeSpec] = []
        for (nameEntry, node) in written {
            guard let text = mediaType(node, of: entry.key) else { continue }
            guard !text.lowercased().hasPrefix("multipart/") else {
                error(
                    node.mark, "a body of several parts has a key of its own", found: quoted(text),
                    write: text.lowercased().hasPrefix("multipart/form-data")
                        ? "'multipart' in an endpoint of its own, without this media type"
                        : "'upload: \(text)', and the boundary in 'Content-Type' of each call")
                continue
            }
            if let charset = text.lowercased().firstMatch(of: /;\s*charset="?([^";\s]+)/)?.1,
                charset != "utf-8"
            {
                error(
                    node.mark, "bodies are sent in UTF-8", found: "the charset '\(charset)'",
                    write: quoted(String(trimmed(text.prefix { $0 != ";" }))))
                continue
            }
            if types.contains(where: { $0.mediaType == text }) {
                refuseRepeated(text, node.mark)
                continue
            }
            let mark = nameEntry?.mark ?? node.mark
            let format = ContentTypeSpec.Format(of: text)
            let isOnly = formats.count { $0 == format } == 1
            var name = isOnly ? format.rawValue : Self.name(of: text)
            if let nameEntry {
                guard let read = chosenName(nameEntry) else { continue }
                name = read
            }
            if let other = types.first(where: { $0.name == name }) {
                error(
                    mark, "two media types cannot have one Swift name",
                    found: "'\(name)' for \(quoted(text)), like \(quoted(other.mediaType))",
                    write: "names, as in '{ json: application/json, other: \(text) }'")
                continue
            }
            types.append(ContentTypeSpec(mediaType: text, name: name, mark: mark))
        }
        return types
    }

    /// Reads a media type, or a list of them by preference.
    func accepts(_ entry: YAMLEntry) -> [String] {
        let items: [YAMLNode]
        switch entry.value.kind {
        case .sequence(let list) where !list.isEmpty: items = list
        case .scalar where !entry.value.isEmpty: items = [entry.value]
        default:
            error(
                entry.place, "'accepts' is a media type, or a list of them by preference",
                found: entry.value.summary, write: "'accepts: application/json'")
            return []
        }
        var types: [String] = []
        for item in items {
            guard let text = mediaType(item, of: entry.key) else { continue }
            if types.contains(text) { refuseRepeated(text, item.mark) } else { types.append(text) }
        }
        return types
    }

    private func mediaType(_ node: YAMLNode, of key: String) -> String? {
        if let text = node.text, isMediaType(text) { return text }
        return refuse(
            node.mark, "'\(key)' has media types", found: node.summary,
            write: "one as in 'application/json' or 'application/x-www-form-urlencoded'")
    }

    private func refuseRepeated(_ text: String, _ mark: SourceMark) {
        error(mark, "a media type appears once", found: quoted(text), write: "one of the two")
    }

    private func chosenName(_ entry: YAMLEntry) -> String? {
        if SwiftName.isMember(entry.key), !ReservedNames.cases.contains(entry.key) {
            return entry.key
        }
        return refuse(
            entry.mark, "a media type has a lowerCamelCase Swift name that is not reserved",
            found: quoted(entry.key),
            write: quoted(NearName.member(entry.key).map { $0 + "Type" } ?? "other"))
    }

    /// Returns the lowerCamelCase of a subtype, without its tree and its suffix.
    private static func name(of mediaType: String) -> String {
        var subtype = mediaType.drop { $0 != "/" }.dropFirst().prefix { $0 != ";" && $0 != "+" }
        for tree in ["vnd.", "x-", "prs."] where subtype.hasPrefix(tree) {
            subtype = subtype.dropFirst(tree.count)
        }
        let words = subtype.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return SwiftName.enumCase(String(words)) ?? "other"
    }
}
