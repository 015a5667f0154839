/// Reads the schemes of ciphers, signers and webhooks.
extension NodeReader {
    /// Reads the name of a scheme, or `{ scheme: sorted-parameters, … }` with its parameters.
    func scheme(_ entry: YAMLEntry, for use: SchemeForm.Use) -> SchemeSpec? {
        let forms = SchemeForm.all(for: use)
        var (named, entries) = (entry, [YAMLEntry]())
        if case .mapping(let group) = entry.value.kind {
            let isFine = checkKeys(of: group, in: use == .webhook ? .verify : .scheme)
            guard let scheme = group["scheme"] else {
                // A misspelled key may stand for it.
                guard isFine else { return nil }
                return refuse(
                    entry.mark, "a group of keys has a scheme", found: "none",
                    write: "'scheme: \(forms[0].name)'"
                        + (use == .webhook ? "" : " or a sentence in place of the keys"))
            }
            guard isFine else { return nil }
            (named, entries) = (scheme, group.filter { !["scheme", "doc"].contains($0.key) })
        }
        guard let name = text(of: named, as: "the name of a scheme") else { return nil }
        guard let form = forms.first(where: { $0.name == name }) else {
            refuseUnknown(
                name, at: named.value.mark, "unknown scheme of a \(use)",
                known: forms.map(\.name), else: quotedList(forms.map(\.name)))
            return nil
        }
        for entry in entries where !form.parameters.contains(entry.key) {
            let known = form.parameters
            error(
                entry.mark, "the scheme \(quoted(name)) has its own parameters",
                found: quoted(entry.key),
                write: known.isEmpty ? "no \(quoted(entry.key))" : quotedList(known))
        }
        for key in form.required where entries[key] == nil {
            let example = Self.example(of: key, for: use)
            let isAlone = named.mark == entry.mark
            error(
                isAlone ? named.value.mark : entry.mark,
                "the scheme \(quoted(name)) needs \(quoted(key))", found: "none",
                write: isAlone
                    ? "'{ scheme: \(name), \(example) }'" : "'\(example)' beside 'scheme'")
        }
        return SchemeSpec(
            form: form, mark: named.value.mark,
            arguments: form.parameters.compactMap { key in
                entries[key].flatMap { argument($0, for: use) }.map { (key, $0) }
            })
    }

    private static func example(of key: String, for use: SchemeForm.Use) -> String {
        let place: KeyPlace = use == .webhook ? .verify : .scheme
        return place.rows.first { $0.names == [key] }?.example ?? key
    }

    private func argument(_ entry: YAMLEntry, for use: SchemeForm.Use) -> SchemeSpec.Value? {
        switch entry.key {
        case "window": return duration(entry).map { .time($0) }
        case "header", "prefix": return token(entry).map { .text($0) }
        case "covers": return components(entry).map { .list($0) }
        case "place": return place(entry)
        case "fields", "exclude", "components":
            guard case .sequence(let items) = entry.value.kind, !items.isEmpty,
                items.allSatisfy({ $0.text?.isEmpty == false })
            else {
                return refuse(
                    entry.place, "\(quoted(entry.key)) is a list of names",
                    found: entry.value.summary,
                    write: "'\(Self.example(of: entry.key, for: use))'")
            }
            return .list(items.compactMap(\.text))
        default:
            guard let text = text(of: entry, as: "a text") else { return nil }
            guard let words = SchemeForm.words[entry.key] else { return .text(text) }
            if let word = words.first(where: { $0.key == text }) { return .member(word.value) }
            refuseUnknown(
                text, at: entry.value.mark, "unknown \(entry.key)", known: words.map(\.key),
                else: quotedList(words.map(\.key)))
            return nil
        }
    }

    private func place(_ entry: YAMLEntry) -> SchemeSpec.Value? {
        guard let entries = entries(of: entry, holding: "a place", as: "query: sign"),
            checkKeys(of: entries, in: .signature)
        else { return nil }
        guard let place = entries.first, entries.count == 1 else {
            return refuse(
                entry.mark, "a signature has one place", found: "\(entries.count)",
                write: "'place: { query: sign }' or another one")
        }
        guard let name = text(of: place, as: "a name") else { return nil }
        guard place.key != "header" || HeaderNames.isUsable(name) else {
            return refuse(
                place.value.mark, "a signature's header has a name that HTTP allows",
                found: quoted(name), write: "one as in 'X-Signature'")
        }
        return .place(kind: place.key, name: name)
    }

    /// Reads names of header fields, and of derived components of RFC 9421 such as `@scheme`.
    private func components(_ entry: YAMLEntry) -> [String]? {
        var (mark, found) = (entry.place, entry.value.summary)
        if case .sequence(let items) = entry.value.kind {
            let names = items.compactMap(\.text)
            let wrong = items.first { item in
                guard let name = item.text else { return true }
                return !HeaderNames.isToken(name.hasPrefix("@") ? name.dropFirst() : name[...])
            }
            if wrong == nil, !names.isEmpty { return names }
            (mark, found) = wrong.map { ($0.mark, $0.summary) } ?? (entry.mark, "an empty list")
        }
        return refuse(
            mark, "'covers' lists names of header fields and components of RFC 9421",
            found: found, write: "some as in 'covers: [x-shop-event, \"@scheme\"]'")
    }

    /// Reads the name of a header field of a message.
    func token(_ entry: YAMLEntry) -> String? {
        guard let text = text(of: entry, as: "the name of a header field") else { return nil }
        if HeaderNames.isToken(text) { return text }
        return refuse(
            entry.value.mark, "a header's name \(HeaderNames.tokenRule)", found: quoted(text),
            write: "one as in 'X-Shop-Event'")
    }
}
