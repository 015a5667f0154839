/// Reads what a successful call returns.
extension NodeReader {
    func returns(_ entry: YAMLEntry) -> ReturnsSpec? {
        guard case .mapping(let entries) = entry.value.kind else { return single(entry) }
        guard let first = entries.first else {
            return refuse(
                entry.mark, "'returns' holds statuses, or a type and headers", found: "nothing",
                write: "'{ 200: Order, 202: Job }', or no 'returns'")
        }
        if first.key.allSatisfy(\.isNumber) { return statuses(entries) }
        checkKeys(of: entries, in: .returns)
        let typeEntry = entries["type"]
        let type = typeEntry.flatMap { self.type(of: $0.value, key: $0) }
        let lossy = entries["lossy"]
        let isLossy = lossy.map(isTrue) ?? false
        guard let headers = entries["headers"] else {
            if let type, isLossy { return .lossy(type) }
            if let type, lossy == nil {
                error(
                    first.mark, "a type alone is written without keys", found: "no 'headers'",
                    write: "'returns: \(type)'")
            }
            return nil
        }
        if typeEntry != nil, type == nil { return nil }
        if let lossy {
            return refuse(
                lossy.mark, "'lossy' and 'headers' stand together under a status",
                found: "both in 'returns'",
                write: "'200:' with 'type', 'lossy' and 'headers' in it")
        }
        let fields = FieldReader(reader: self, reserved: ReservedNames.returnedHeaders)
        return .headers(type, fields.read(headers, holding: "names and types"))
    }

    /// Reads a type, `File`, `Bytes`, `tagged T`, `events of T` or `lines of T`.
    private func single(_ entry: YAMLEntry) -> ReturnsSpec? {
        var node = entry.value
        if case .scalar(let written, let isPlain) = node.kind {
            let text = trimmed(written)
            if text == "File" { return .file }
            if text == "Bytes" { return .bytes }
            let words: [(String, (TypeExpression) -> ReturnsSpec)] = [
                ("events of ", { .events($0) }), ("lines of ", { .lines($0) }),
                ("tagged ", { .tagged($0) }),
            ]
            for (word, output) in words where text.hasPrefix(word) {
                node.kind = .scalar(String(text.dropFirst(word.count)), isPlain: isPlain)
                node.mark = node.mark.advanced(by: word.count)
                return self.type(of: node, key: entry).map(output)
            }
        }
        return self.type(of: node, key: entry).map { .value($0) }
    }

    private func statuses(_ entries: [YAMLEntry]) -> ReturnsSpec {
        var names: [String: YAMLEntry] = [:]
        var statuses: [StatusSpec] = []
        for entry in entries {
            guard let status = status(entry) else { continue }
            if let other = names[status.name] {
                error(
                    entry.mark, "two statuses cannot have one name",
                    found: "'\(status.name)' for \(entry.key), like \(other.key)",
                    write: "another 'name:', as in '{ type: …, name: … }'")
            }
            names[status.name] = names[status.name] ?? entry
            statuses.append(status)
        }
        return .statuses(statuses)
    }

    private func status(_ entry: YAMLEntry) -> StatusSpec? {
        guard let status = Int(entry.key), (200...399).contains(status), entry.key.count == 3 else {
            return refuse(
                entry.mark, "a status of a result is one from 200 to 399", found: quoted(entry.key),
                write: "one as in '202: Job', or the status under 'errors'")
        }
        var result = StatusSpec(
            status: status, mark: entry.mark, name: StatusNames.name(of: status))
        let (details, typeEntry) = entry.long
        checkKeys(of: details, in: .status)
        result.doc = doc(details)
        result.headers = headers(details["headers"], reserved: ReservedNames.returnedHeaders)
        if let nameEntry = details["name"] {
            guard
                let name = swiftName(
                    nameEntry, wireName: entry.key, mark: entry.mark,
                    reserved: ReservedNames.optionals.union(["init", "self"]))
            else { return nil }
            result.name = name
        }
        result.response = details["response"].flatMap {
            response(ofMessage: $0, "a status", hasType: typeEntry != nil)
        }
        let lossy = details["lossy"]
        result.isLossy = lossy.map(isTrue) ?? false
        guard let typeEntry else {
            if let lossy {
                error(
                    lossy.mark, LossyLists.rule, found: "no type",
                    write: "'type: \"[Order]\"' or such beside it")
            }
            return result
        }
        guard let type = self.type(of: typeEntry.value, key: typeEntry) else { return nil }
        guard status != 304 else {
            return refuse(
                typeEntry.value.mark, "a response with the status 304 has no body",
                found: quoted(type.description), write: "'304:', or '{ headers: { … } }'")
        }
        result.type = type
        return result
    }

    /// Reads the header fields of one status, whose types are named.
    func headers(_ entry: YAMLEntry?, reserved: Set<String>) -> [FieldSpec] {
        guard let entry else { return [] }
        let fields = FieldReader(reader: self, reserved: reserved)
            .read(entry, holding: "names and types")
        return fields.filter { field in
            guard field.type.inline != nil else { return true }
            error(
                field.typeMark, "a header of a status has a named type",
                found: "a type in place", write: "the type under 'types', and its name here")
            return false
        }
    }
}
