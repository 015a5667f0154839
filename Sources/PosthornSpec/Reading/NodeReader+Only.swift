/// Reads tags and what selects endpoints.
extension NodeReader {
    func only(_ entry: YAMLEntry) -> OnlySpec? {
        let example = "tags: [orders]"
        guard
            let entries = entries(
                of: entry, holding: "'endpoints', 'tags' and 'paths'", as: example),
            checkKeys(of: entries, in: .only)
        else { return nil }
        guard !entries.isEmpty else {
            return refuse(
                entry.place, "'only' selects endpoints", found: "nothing",
                write: "'only: { \(example) }', or no 'only'")
        }
        var only = OnlySpec()
        for entry in entries {
            switch entry.key {
            case "endpoints": only.endpoints = names(entry, as: "ping")
            case "tags": only.tags = names(entry, as: "orders")
            default: only.paths = names(entry, as: "/orders")
            }
        }
        return only
    }

    /// Reads a list of names, each once.
    func names(_ entry: YAMLEntry, as example: String) -> [TypeName] {
        let rule = "\(quoted(entry.key)) is a list of names, each once"
        let write = "'\(entry.key): [\(example)]'"
        guard case .sequence(let items) = entry.value.kind, !items.isEmpty else {
            let found = entry.value.kind == .sequence([]) ? "an empty list" : entry.value.summary
            error(entry.place, rule, found: found, write: write)
            return []
        }
        var names: [TypeName] = []
        for item in items {
            guard let name = item.text, !item.isEmpty, !names.contains(where: { $0.text == name })
            else {
                error(item.mark, rule, found: item.summary, write: write)
                continue
            }
            names.append(TypeName(name, mark: item.mark))
        }
        return names
    }

    func endpointAccess(_ entry: YAMLEntry) -> EndpointAccess? {
        guard let text = text(of: entry, as: "an access level") else { return nil }
        if let access = EndpointAccess(rawValue: text) { return access }
        return refuse(
            entry.value.mark, "'access' of a call is 'preview', 'package' or 'internal'",
            found: quoted(text),
            write: text == "public"
                ? "no 'access', for that of the service"
                : "'internal', if only the module itself makes the call")
    }
}
