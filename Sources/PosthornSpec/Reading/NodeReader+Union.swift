/// Reads a union: `{ oneOf: { card: Card, bank: Bank }, by: kind }` or `{ oneOf: [Card, Bank] }`.
extension NodeReader {
    /// The keys of a union, and those of the field or the type around it.
    private static let unionKeys = KeyPlace.union.keys + KeyPlace.field.keys

    func union(_ entry: YAMLEntry, beside entries: [YAMLEntry]) -> TypeSpec.Kind? {
        var spec = UnionSpec(cases: [])
        if let by = entries["by"] {
            guard let path = discriminator(by) else { return nil }
            spec.discriminator = path
        }
        if let byEvent = entries["byEvent"] {
            guard isByEvent(byEvent, beside: entries) else { return nil }
            spec.discriminator = []
        }
        spec.isUnderstood = entries.allSatisfy { Self.unionKeys.contains($0.key) }
        if let open = entries["open"] {
            spec.isOpen = truth(of: open) ?? true
        }
        if let includes = entries["includes"] { spec.includes = self.includes(includes) }
        if let malformed = entries["malformed"] {
            spec.keepsMalformed = keepsMalformed(malformed, hasTags: spec.discriminator != nil)
        }
        if spec.discriminator == nil, case .sequence(let items) = entry.value.kind {
            return listed(items, entry, spec)
        }
        if spec.discriminator != nil, let written = withNames(entry) {
            let meaning =
                entries["by"]?.value.text.map { "values of \(quoted($0))" } ?? "names of the events"
            return refuse(
                entry.value.mark, "'oneOf' holds names and types", found: "a list",
                write: "\(written) with the \(meaning) before the colons")
        }
        guard let members = self.entries(of: entry, holding: "names and types", as: "card: Card")
        else { return nil }
        guard members.count > 1 else {
            return refuse(
                entry.mark, "a union has two types or more", found: "\(members.count)",
                write: "'oneOf: { card: Card, bank: Bank }'")
        }
        let tags =
            spec.discriminator == nil ? nil : self.tags(members, areEvents: spec.isByEvent)
        if let tags { spec.tagKind = tags.kind }
        var names: [String: SourceMark] = [:]
        for (index, member) in members.enumerated() {
            let values = tags?.values[index] ?? []
            if tags != nil, values.isEmpty { continue }
            guard let union = unionCase(member, of: spec, values) else { continue }
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

    /// Reads `byEvent: true`, which stands without `by`.
    private func isByEvent(_ entry: YAMLEntry, beside entries: [YAMLEntry]) -> Bool {
        guard entry.value.text == "true" else {
            error(
                entry.place, "'byEvent' is 'true' or not there", found: entry.value.summary,
                write: "'byEvent: true', or no 'byEvent'")
            return false
        }
        guard entries["by"] == nil else {
            error(
                entry.mark, "a member or the name of the event tells the types apart",
                found: "'by' and 'byEvent'", write: "one of the two")
            return false
        }
        return true
    }

    /// Reads `malformed: keep`, which needs a member that tells the types apart.
    private func keepsMalformed(_ entry: YAMLEntry, hasTags: Bool) -> Bool {
        guard entry.value.text == "keep" else {
            error(
                entry.place, "'malformed' is 'keep' or not there", found: entry.value.summary,
                write: "'malformed: keep', or no 'malformed'")
            return false
        }
        guard hasTags else {
            error(
                entry.mark, "'malformed' stands beside 'by', which tells the type of a value",
                found: "no 'by'",
                write: "'by: …', or no 'malformed', as a value that fits no type is '.unknown'")
            return false
        }
        return true
    }

    /// Reads the member of `by`: a name, or the names on the way to it.
    private func discriminator(_ entry: YAMLEntry) -> [String]? {
        guard let text = text(of: entry, as: "the member that distinguishes the types")
        else { return nil }
        guard let path = MemberPath(text) else {
            return refuse(
                entry.value.mark, "the member of 'by' is a name, or names with dots between them",
                found: quoted(text), write: "one as in 'kind' or 'meta.kind'")
        }
        return path.names
    }

    /// Returns the values of the discriminator for each entry, empty for a refused one.
    ///
    /// - Parameter areEvents: Whether the values are names of events, which are texts.
    private func tags(
        _ members: [YAMLEntry], areEvents: Bool
    ) -> (values: [[String]], kind: UnionSpec.TagKind) {
        var known: Set<String> = []
        var common: UnionSpec.TagKind? = areEvents ? .text : nil
        let values = members.map { member -> [String] in
            // In quotes, a `|` is part of the text, and digits are a text.
            let parts =
                member.isPlain
                ? member.key.split(separator: "|", omittingEmptySubsequences: false).map {
                    String(trimmed($0))
                } : [member.key]
            for part in parts {
                let kind = member.isPlain ? UnionSpec.TagKind(of: PlainValue(part)) : .text
                guard let kind, !part.isEmpty, common ?? kind == kind else {
                    error(
                        member.mark,
                        areEvents
                            ? "the names of events are texts"
                            : "the values of the member of 'by' are all texts, all whole numbers, or 'true' and "
                                + "'false'",
                        found: part.isEmpty ? "an empty one" : quoted(part),
                        write: (member.isPlain
                            ? "'\"\(part)\"' in quotes for the text"
                            : "'\(part)' without quotes")
                            + (areEvents ? "" : ", or the union without 'by'"))
                    return []
                }
                common = kind
                guard known.insert(part).inserted else {
                    error(
                        member.mark,
                        areEvents
                            ? "the name of an event means one type"
                            : "a value of the member of 'by' means one type",
                        found: "\(quoted(part)) again", write: "it once")
                    return []
                }
            }
            return parts
        }
        return (values, common ?? .text)
    }

    /// Reads a list of types, `[Card, Bank]`, whose cases have the names of the types.
    private func listed(
        _ items: [YAMLNode], _ entry: YAMLEntry, _ spec: UnionSpec
    ) -> TypeSpec.Kind? {
        guard items.count > 1 else {
            return refuse(
                entry.mark, "a union has two types or more", found: "\(items.count)",
                write: "'oneOf: [Card, Bank]'")
        }
        var spec = spec
        var names: Set<String> = []
        for item in items {
            if case .mapping = item.kind {
                error(
                    item.mark, "a type of a union has a name", found: item.summary,
                    write: "the type under 'types', and its name here")
                continue
            }
            guard let type = self.type(of: item, key: entry) else { continue }
            let name = caseName(of: type)
            guard names.insert(name).inserted else {
                error(
                    item.mark, "two types of a union cannot have one Swift name",
                    found: "\(quoted(type.description)), which is '\(name)' like an earlier one",
                    write: "names for the types, as in "
                        + "'oneOf: { \(name): …, other: \(type) }'")
                continue
            }
            spec.cases.append(
                UnionCase(swiftName: name, mark: item.mark, type: type, typeMark: item.mark))
        }
        return .union(spec)
    }

    /// Returns the name of the case for a type in a list, such as `cardArray` for `[Card]`.
    private func caseName(of type: TypeExpression) -> String {
        switch type {
        case .named(let name):
            let name = SwiftName.enumCase(name.text, acronyms) ?? name.text
            return ReservedNames.cases.contains(name) ? name + "Value" : name
        case .array(let item): return caseName(of: item) + "Array"
        case .map(let value): return caseName(of: value) + "Map"
        case .optional(let wrapped): return caseName(of: wrapped)
        // Another rule reports a type in place.
        case .inline: return "inPlace"
        }
    }

    /// Returns the corrected form of a list of types beside `by`, in quotes.
    ///
    /// The values of the member are often the names of the types.
    private func withNames(_ entry: YAMLEntry) -> String? {
        guard case .sequence(let items) = entry.value.kind, !items.isEmpty else { return nil }
        var members: [String] = []
        for item in items {
            guard case .scalar(let type, _) = item.kind, SwiftName.isType(type) else { return nil }
            members.append("\(type): \(type)")
        }
        let written = "oneOf: { \(members.joined(separator: ", ")) }"
        // The limit of quoted texts would cut off what two long names need.
        return written.utf8.count > 300 ? quoted(written) : "'\(written)'"
    }

    /// Reads a case, which has the name of the type if several values, or other ones than texts, mean it.
    private func unionCase(
        _ entry: YAMLEntry, of spec: UnionSpec, _ tags: [String]
    ) -> UnionCase? {
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
        guard let type = self.type(of: typeEntry.value, key: typeEntry),
            let name = swiftName(
                nameEntry,
                wireName: tags.count > 1 || spec.tagKind != .text
                    ? caseName(of: type) : SwiftName.enumCase(entry.key, acronyms) ?? entry.key,
                mark: entry.mark, reserved: spec.reservedNames)
        else { return nil }
        return UnionCase(
            tags: tags, swiftName: name, mark: entry.mark, type: type,
            typeMark: typeEntry.value.mark)
    }
}

extension UnionSpec.TagKind {
    /// Creates the kind of a value without quotes; `nil` if a discriminator can't have it.
    fileprivate init?(of value: PlainValue) {
        switch value {
        case .text: self = .text
        case .integer(.int): self = .integer
        case .bool: self = .bool
        case .integer, .number, .null: return nil
        }
    }
}

extension UnionSpec {
    /// The names of the union's members, which no case can have.
    fileprivate var reservedNames: Set<String> {
        keepsMalformed ? ReservedNames.cases.union(["malformed"]) : ReservedNames.cases
    }
}
