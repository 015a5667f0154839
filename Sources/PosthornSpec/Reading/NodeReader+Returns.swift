/// Reads what a successful call returns.
extension NodeReader {
    func returns(_ entry: YAMLEntry) -> ReturnsSpec? {
        guard case .mapping(let entries) = entry.value.kind else { return single(entry) }
        guard let first = entries.first else {
            return refuse(
                entry.mark, "'returns' holds statuses, or a type and headers", found: "nothing",
                write: "'{ 200: Order, 202: Job }', or no 'returns'")
        }
        if first.key.first?.isNumber == true || first.key == "default" { return statuses(entries) }
        let known = KeyPlace.returns.keys
        if !known.contains(first.key), Suggestion.closest(to: first.key, among: known) == nil,
            first.value.text.map(isFieldType) == true
        {
            return refuse(
                first.mark, "an object that is returned has a type with a name",
                found: quoted(first.key),
                write: "the members under the name of a type in 'types', and 'returns: Order'")
        }
        checkKeys(of: entries, in: .returns)
        let lossy = entries["lossy"]
        let value = self.value(entries["type"], lossy: lossy)
        guard let headers = entries["headers"] else {
            if let value, lossy == nil {
                error(
                    first.mark, "a type alone is written without keys", found: "no 'headers'",
                    write: "'returns: \(value)'")
                return nil
            }
            return value.map { .value($0) }
        }
        if entries["type"] != nil, value == nil { return nil }
        let fields = FieldReader(reader: self, reserved: ReservedNames.returnedHeaders)
        return .headers(value, fields.read(headers, holding: "names and types"))
    }

    /// Reads a type, `File`, `Bytes`, `tagged T`, `events of T` or `lines of T`.
    private func single(_ entry: YAMLEntry) -> ReturnsSpec? {
        switch entry.value.text.map(trimmed) {
        case "File": return .file
        case "Bytes": return .bytes
        default: break
        }
        if let node = entry.value.after("events of ") {
            return type(of: node, key: entry).map { .events($0) }
        }
        if let node = entry.value.after("lines of ") {
            return type(of: node, key: entry).map { .lines($0) }
        }
        return value(entry, lossy: nil).map { .value($0) }
    }

    /// Reads the type of a body, or `tagged T`, and reports `lossy` without a type.
    private func value(_ entry: YAMLEntry?, lossy: YAMLEntry?) -> ReturnedValue? {
        let isLossy = lossy.map(isTrue) ?? false
        guard let entry else {
            if let lossy {
                error(
                    lossy.mark, LossyLists.rule, found: "no type",
                    write: "'type: \"[Order]\"' or such beside it")
            }
            return nil
        }
        let tagged = entry.value.after("tagged ")
        return type(of: tagged ?? entry.value, key: entry).map {
            ReturnedValue(type: $0, isLossy: isLossy, isTagged: tagged != nil)
        }
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
                write: ["2xx", "default"].contains(entry.key)
                    ? "'returns: …' with the type alone for every success, or each status"
                    : "one as in '202: Job', or the status under 'errors'")
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
        result.value = value(typeEntry, lossy: details["lossy"])
        guard let typeEntry else { return result }
        guard let value = result.value else { return nil }
        guard status != 304 else {
            return refuse(
                typeEntry.value.mark, "a response with the status 304 has no body",
                found: quoted(value.description), write: "'304:', or '{ headers: { … } }'")
        }
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
