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
        var seen: [ErrorSpec.Condition: SourceMark] = [:]
        return entries.compactMap { entry in
            guard let error = error(entry) else { return nil }
            // What is written alike is one key, which has been refused.
            if let first = seen.updateValue(error.mark, forKey: error.condition) {
                reader.error(
                    error.mark, "two errors cannot have one code",
                    found: "\(quoted(entry.key)), which is the one of line \(first.line)",
                    write: "one of them")
            }
            return error
        }
    }

    private func error(_ entry: YAMLEntry) -> ErrorSpec? {
        guard let condition = condition(entry) else { return nil }
        var typeEntry = entry.value.isEmpty ? nil : entry
        var nameEntry: YAMLEntry?
        var doc: String?
        if case .mapping(let details) = entry.value.kind {
            let isFine = reader.checkKeys(
                of: details, in: "an error", known: ["type", "name", "doc"])
            typeEntry = details.first { $0.key == "type" }
            // A misspelt key may be the type's.
            guard isFine || typeEntry != nil else { return nil }
            nameEntry = details.first { $0.key == "name" }
            doc = details.first { $0.key == "doc" }.flatMap { reader.text(of: $0, as: "a text") }
        }
        var type: TypeExpression?
        if let typeEntry {
            type = reader.type(of: typeEntry.value, key: typeEntry)
            guard type != nil else { return nil }
        }
        guard let name = name(nameEntry, of: condition, type, mark: entry.mark) else { return nil }
        return ErrorSpec(
            condition: condition, mark: entry.mark, type: type,
            typeMark: typeEntry?.value.mark ?? entry.mark, name: name, doc: doc)
    }

    private func condition(_ entry: YAMLEntry) -> ErrorSpec.Condition? {
        if entry.key == "default" { return .others }
        let code = trimmed(entry.key.dropFirst(5))
        if entry.key.hasPrefix("code "), !code.isEmpty { return .code(self.code(String(code))) }
        if entry.key.count == 3, entry.key.hasSuffix("xx"), let first = Int(entry.key.prefix(1)),
            (1...5).contains(first)
        {
            return .hundred(first)
        }
        guard let status = Int(entry.key), entry.key.count == 3, (100...599).contains(status) else {
            let isClass = entry.key.lowercased().hasSuffix("xx")
            reader.error(
                entry.mark,
                "an error is named by its status from 100 to 599, by '4xx', by 'default' or by a code",
                found: quoted(entry.key),
                write: isClass
                    ? "'3xx', '4xx' or '5xx'"
                    : "one as in '404: Problem', or 'code 1002: Problem' for an envelope's code")
            return nil
        }
        return .exact(status)
    }

    private func code(_ text: String) -> EnvelopeSpec.Code {
        for quote in ["\"", "'"]
        where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            return .text(String(text.dropFirst().dropLast()))
        }
        return EnvelopeSpec.Code(text, isPlain: true)
    }

    private func name(
        _ entry: YAMLEntry?, of condition: ErrorSpec.Condition, _ type: TypeExpression?,
        mark: SourceMark
    ) -> String? {
        guard let entry else {
            let name = StatusNames.name(of: condition, type)
            guard !ReservedNames.failures.contains(name) else {
                refuse(
                    name, at: mark, write: "another one beside it, as in '{ name: \(name)Problem }'"
                )
                return nil
            }
            return name
        }
        guard let name = reader.text(of: entry, as: "a Swift name") else { return nil }
        guard SwiftName.isMember(name) else {
            reader.error(
                entry.value.mark, "'name' is a lowerCamelCase Swift name", found: quoted(name),
                write: "one as in \(quoted(NearName.member(name) ?? "outOfStock"))")
            return nil
        }
        guard !ReservedNames.failures.contains(name) else {
            refuse(name, at: entry.value.mark, write: "another name, as in '\(name)Problem'")
            return nil
        }
        return name
    }

    private func refuse(_ name: String, at mark: SourceMark, write: String) {
        reader.error(
            mark, "generated code needs this Swift name for itself", found: quoted(name),
            write: write)
    }
}
