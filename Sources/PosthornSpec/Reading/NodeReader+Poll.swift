/// Reads how to wait for an operation.
extension NodeReader {
    func poll(_ entry: YAMLEntry) -> PollSpec? {
        guard
            let entries = entries(
                of: entry, holding: "where the state of an operation is and when it ends",
                as: "at: { header: Location }"), checkKeys(of: entries, in: .poll)
        else { return nil }
        guard let at = entries["at"] else {
            return refuse(
                entry.mark, "'poll' says where the state of the operation is", found: "no 'at'",
                write: "'at: { header: Location }', 'at: { path: \"/exports/{id}\" }' or "
                    + "'at: { member: urls.get }'")
        }
        guard let place = place(at, in: .place),
            let until = optional(entries["until"], condition),
            let fails = optional(entries["fails"], failing),
            let value = optional(entries["value"], result),
            let cancel = optional(entries["cancel"], cancel),
            let progress = optional(entries["progress"], { member($0) })
        else { return nil }
        if until == nil {
            for key in ["fails", "value"] {
                guard let entry = entries[key] else { continue }
                return refuse(
                    entry.mark, "\(quoted(key)) needs to know when the operation has ended",
                    found: "no 'until'",
                    write: "'until: { status: done }' with the member that tells")
            }
        }
        return PollSpec(
            mark: entry.mark, at: place, until: until, fails: fails, value: value,
            progress: progress, cancel: cancel, interval: entries["every"].flatMap(duration),
            timeout: entries["timeout"].flatMap(duration))
    }

    /// Returns `.some(nil)` without an entry, and `nil` for a refused one.
    private func optional<Value>(
        _ entry: YAMLEntry?, _ read: (YAMLEntry) -> Value?
    ) -> Value?? {
        guard let entry else { return .some(nil) }
        return read(entry).map { .some($0) }
    }

    private func member(_ entry: YAMLEntry) -> TypeName? {
        text(of: entry, as: "the name of a member").map {
            member($0, entry.value.mark)
        }
    }

    private func member(_ text: String, _ mark: SourceMark) -> TypeName {
        TypeName(MemberPath(text)?.names.joined(separator: ".") ?? text, mark: mark)
    }

    private func place(_ entry: YAMLEntry, in place: KeyPlace) -> PollSpec.Place? {
        guard
            let entries = entries(
                of: entry, holding: "'header', 'path' or 'member'", as: "header: Location"),
            checkKeys(of: entries, in: place)
        else { return nil }
        let places = entries.filter { $0.key != "type" }
        guard let only = places.first, places.count == 1 else {
            return refuse(
                entry.mark, "\(quoted(entry.key)) is a header field, a path or a member with a URL",
                found: places.isEmpty ? "none of them" : quotedList(places.map(\.key)),
                write: "one of the three")
        }
        switch only.key {
        case "header":
            guard let name = text(of: only, as: "the name of a header field") else { return nil }
            guard HeaderNames.isUsable(name) else {
                return refuse(
                    only.value.mark, "a header field has a name that HTTP allows",
                    found: quoted(name), write: "one as in 'Operation-Location'")
            }
            return .header(name)
        case "path": return path(only)
        default: return member(only).map { .member($0) }
        }
    }

    private func path(_ entry: YAMLEntry) -> PollSpec.Place? {
        guard let text = text(of: entry, as: "a path"),
            let template = reporting({ () throws(SpecProblem) in
                try PathTemplate(text, mark: entry.value.mark)
            })
        else { return nil }
        if template.isURL {
            return refuse(
                entry.value.mark, "the path of an operation starts with '/'", found: quoted(text),
                write: "'member: …' for a URL in the state, or 'header: …'")
        }
        return .path(
            template.text, template.parameters.map { TypeName($0.name, mark: $0.mark) })
    }

    private func condition(_ entry: YAMLEntry) -> PollSpec.Condition? {
        guard
            let entries = entries(of: entry, holding: "a member and its values", as: "status: done")
        else { return nil }
        guard let only = entries.first, entries.count == 1 else {
            return refuse(
                entry.mark, "\(quoted(entry.key)) has one member with its values",
                found: entries.isEmpty ? "none" : quotedList(entries.map(\.key)),
                write: "'\(entry.key): { status: [done, expired] }'")
        }
        let items: [YAMLNode] =
            if case .sequence(let list) = only.value.kind { list } else { [only.value] }
        guard !items.isEmpty,
            items.allSatisfy({ if case .scalar = $0.kind { !$0.isEmpty } else { false } })
        else {
            return refuse(
                only.place, "a member of \(quoted(entry.key)) has a value or a list of values",
                found: only.value.summary,
                write: "'\(only.key): done' or '\(only.key): [done, expired]'")
        }
        return PollSpec.Condition(
            member: member(only.key, only.mark), values: items.map { DefaultSpec($0) })
    }

    private func failing(_ entry: YAMLEntry) -> PollSpec.Failing? {
        if case .mapping = entry.value.kind { return condition(entry).map { .condition($0) } }
        return member(entry).map { .present($0) }
    }

    private func result(_ entry: YAMLEntry) -> PollSpec.Result? {
        guard case .mapping(let entries) = entry.value.kind else {
            return member(entry).map { .member($0) }
        }
        guard let place = place(entry, in: .pollValue) else { return nil }
        guard let written = entries["type"] else {
            return refuse(
                entry.mark, "a result at a place of its own has a type", found: "no 'type'",
                write: "'type: Export' beside it")
        }
        return type(of: written.value, key: written).map { .place(place, $0, written.value.mark) }
    }

    private static let cancelMethods = KeyPlace.cancel.keys

    private func cancel(_ entry: YAMLEntry) -> PollSpec.Cancel? {
        if case .mapping(let entries) = entry.value.kind {
            guard checkKeys(of: entries, in: .cancel) else { return nil }
            if let only = entries.first, entries.count == 1 {
                return path(only).map { PollSpec.Cancel(method: only.key, place: $0) }
            }
        } else if let method = entry.value.text, Self.cancelMethods.contains(method) {
            return PollSpec.Cancel(method: method, place: nil)
        }
        return refuse(
            entry.place,
            "'cancel' is a method for the place of the state, or a method with its path",
            found: entry.value.summary,
            write: "'cancel: DELETE' or 'cancel: { POST: \"/exports/{id}/cancel\" }'")
    }
}
