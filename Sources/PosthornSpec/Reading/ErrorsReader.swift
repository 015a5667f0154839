/// Reads the documented failures of an endpoint.
struct ErrorsReader {
    let reader: NodeReader

    func read(_ entry: YAMLEntry) -> [ErrorSpec] {
        var example = "404: Problem"
        if case .scalar(let text, _) = entry.value.kind, SwiftName.isType(text) {
            example = "404: \(text)"
        }
        guard
            let entries = reader.entries(of: entry, holding: "statuses and types", as: example)
        else { return [] }
        return entries.compactMap(error)
    }

    private func error(_ entry: YAMLEntry) -> ErrorSpec? {
        guard let status = status(entry) else { return nil }
        var typeEntry = entry.value.isEmpty ? nil : entry
        var nameEntry: YAMLEntry?
        if case .mapping(let details) = entry.value.kind {
            let isFine = reader.checkKeys(
                of: details, in: "an error", known: ["type", "name"], later: ["doc"])
            typeEntry = details.first { $0.key == "type" }
            // A misspelt key may be the type's.
            guard isFine || typeEntry != nil else { return nil }
            nameEntry = details.first { $0.key == "name" }
        }
        guard let name = name(nameEntry, status: status, mark: entry.mark) else { return nil }
        var error = ErrorSpec(
            status: status, mark: entry.mark, typeMark: entry.mark, name: name)
        if let typeEntry {
            guard let type = reader.type(of: typeEntry.value, key: typeEntry) else { return nil }
            error.type = type
            error.typeMark = typeEntry.value.mark
        }
        return error
    }

    private func status(_ entry: YAMLEntry) -> ErrorSpec.Status? {
        if entry.key == "default" { return .others }
        if entry.key.count == 3, entry.key.hasSuffix("xx"), let first = Int(entry.key.prefix(1)),
            (1...5).contains(first)
        {
            return .hundred(first)
        }
        guard let status = Int(entry.key), entry.key.count == 3, (100...599).contains(status) else {
            let isClass = entry.key.lowercased().hasSuffix("xx")
            reader.error(
                entry.mark,
                "an error is named by its status from 100 to 599, by '4xx' or by 'default'",
                found: quoted(entry.key),
                write: isClass ? "'3xx', '4xx' or '5xx'" : "one as in '404: Problem'")
            return nil
        }
        return .exact(status)
    }

    private func name(_ entry: YAMLEntry?, status: ErrorSpec.Status, mark: SourceMark) -> String? {
        guard let entry else { return StatusNames.name(of: status) }
        guard let name = reader.text(of: entry, as: "a Swift name") else { return nil }
        guard SwiftName.isMember(name) else {
            reader.error(
                entry.value.mark, "'name' is a lowerCamelCase Swift name", found: quoted(name),
                write: "one as in \(quoted(NearName.member(name) ?? "outOfStock"))")
            return nil
        }
        guard !ReservedNames.failures.contains(name) else {
            reader.error(
                entry.value.mark, "generated code needs this Swift name for itself",
                found: quoted(name), write: "another name, as in '\(name)Problem'")
            return nil
        }
        return name
    }
}
