/// Reads a union: `{ oneOf: { card: Card, bank: Bank }, by: kind }`.
extension NodeReader {
    func union(_ entry: YAMLEntry, beside entries: [YAMLEntry]) -> TypeSpec.Kind? {
        var spec = UnionSpec(cases: [])
        if let by = entries["by"] {
            guard let name = text(of: by, as: "the member that distinguishes the types")
            else { return nil }
            spec.discriminator = name
        }
        if let written = withNames(entry, areValues: spec.discriminator != nil) {
            let values = spec.discriminator.map {
                " with the values of \(quoted($0)) before the colons"
            }
            return refuse(
                entry.value.mark, "'oneOf' holds names and types", found: "a list",
                write: written + (values ?? ""))
        }
        guard let members = self.entries(of: entry, holding: "names and types", as: "card: Card")
        else { return nil }
        guard members.count > 1 else {
            return refuse(
                entry.mark, "a union has two types or more", found: "\(members.count)",
                write: "'oneOf: { card: Card, bank: Bank }'")
        }
        var names: [String: SourceMark] = [:]
        for member in members {
            if spec.discriminator != nil, member.isPlain, PlainValue(member.key) != .text {
                error(
                    member.mark, "the values of the member of 'by' are texts",
                    found: quoted(member.key),
                    write: "'\"\(member.key)\"' in quotes for the text, or the union without 'by'")
                continue
            }
            guard let union = unionCase(member) else { continue }
            if let first = names[union.swiftName] {
                error(
                    member.mark, "two types of a union cannot have one Swift name",
                    found: "\(quoted(member.key)), which is '\(union.swiftName)' like the one in "
                        + "line \(first.line)",
                    write: "another 'name:', as in '{ type: \(union.type), name: other }'")
                continue
            }
            names[union.swiftName] = member.mark
            spec.cases.append(union)
        }
        return .union(spec)
    }

    /// Returns the corrected form of a list of types, in quotes.
    ///
    /// - Parameter areValues: Whether the names are values on the wire, which are often those of the types.
    private func withNames(_ entry: YAMLEntry, areValues: Bool) -> String? {
        guard case .sequence(let items) = entry.value.kind, !items.isEmpty else { return nil }
        var members: [String] = []
        for item in items {
            guard case .scalar(let type, _) = item.kind, SwiftName.isType(type),
                let name = SwiftName.camelCase(type)
            else { return nil }
            members.append("\(areValues ? type : name): \(type)")
        }
        let written = "oneOf: { \(members.joined(separator: ", ")) }"
        // The limit of quoted texts would cut off what two long names need.
        return written.utf8.count > 300 ? quoted(written) : "'\(written)'"
    }

    private func unionCase(_ entry: YAMLEntry) -> UnionCase? {
        var typeEntry = entry
        var nameEntry: YAMLEntry?
        if case .mapping(let details) = entry.value.kind {
            guard let found = details["type"] else {
                return refuse(
                    entry.value.mark, "a type of a union has a name", found: entry.value.summary,
                    write: "the type under 'types', and its name here")
            }
            checkKeys(of: details, in: .unionCase)
            typeEntry = found
            nameEntry = details["name"]
        }
        guard
            let name = swiftName(
                nameEntry, wireName: SwiftName.enumCase(entry.key) ?? entry.key, mark: entry.mark,
                reserved: ReservedNames.cases),
            let type = self.type(of: typeEntry.value, key: typeEntry)
        else { return nil }
        return UnionCase(
            wireName: entry.key, swiftName: name, mark: entry.mark, type: type,
            typeMark: typeEntry.value.mark)
    }
}
