/// Reads webhooks and the schemes that verify them.
extension NodeReader {
    func webhook(_ entry: YAMLEntry) -> WebhookSpec? {
        guard isDeclarable(entry, "webhook", ["init", "self"], as: "event", ending: "Event"),
            let entries = entries(
                of: entry, holding: "'type' and 'verify'",
                as: "type: ShopEvent' and 'verify: standard-webhooks")
        else { return nil }
        let isFine = checkKeys(of: entries, in: .webhook)
        guard let type = entries["type"], let verify = entries["verify"] else {
            // A misspelled key may stand for the missing one.
            guard isFine else { return nil }
            let missing = entries["type"] == nil ? "type" : "verify"
            return refuse(
                entry.mark, "a webhook has a type and a scheme that verifies it",
                found: "no '\(missing)'",
                write: missing == "type" ? "'type: ShopEvent'" : "'verify: standard-webhooks'")
        }
        guard let expression = self.type(of: type.value, key: type),
            let scheme = scheme(verify, among: SchemeForm.webhooks, in: .verify)
        else { return nil }
        let named = entries["event"]
        let event = named.flatMap(token)
        guard (event == nil) == (named == nil) else { return nil }
        return WebhookSpec(
            name: entry.key, mark: entry.mark, doc: doc(entries), type: expression,
            typeMark: type.value.mark, event: event, eventMark: named?.mark ?? entry.mark,
            scheme: scheme)
    }

    /// Reads the name of a scheme, or a group of keys with its name and its parameters.
    ///
    /// - Parameter place: The place of the keys; each of them but `scheme` is a parameter of some schemes.
    func scheme(
        _ entry: YAMLEntry, among forms: [SchemeForm], in place: KeyPlace
    ) -> SchemeSpec? {
        var (named, entries) = (entry, [YAMLEntry]())
        if case .mapping(let group) = entry.value.kind {
            guard checkKeys(of: group, in: place) else { return nil }
            guard let scheme = group["scheme"] else {
                return refuse(
                    entry.mark, "\(quoted(entry.key)) names a scheme", found: "no 'scheme'",
                    write: "'scheme: \(forms[0].name)'")
            }
            (named, entries) = (scheme, group.filter { $0.key != "scheme" })
        }
        guard let name = text(of: named, as: "the name of a scheme") else { return nil }
        guard let form = forms.first(where: { $0.name == name }) else {
            refuseUnknown(
                name, at: named.value.mark, "unknown scheme", known: forms.map(\.name),
                else: quotedList(forms.map(\.name)))
            return nil
        }
        if let other = entries.first(where: { !form.parameters.contains($0.key) }) {
            return refuse(
                other.mark, "a scheme has its own parameters",
                found: "\(quoted(other.key)) beside '\(name)'",
                write: "no \(quoted(other.key)); '\(name)' has \(quotedList(form.parameters))")
        }
        if let missing = form.required.first(where: { entries[$0] == nil }) {
            return refuse(
                named.value.mark, "the scheme '\(name)' needs its parameter '\(missing)'",
                found: "none", write: "'{ scheme: \(name), \(missing): token }'")
        }
        var arguments: [(String, SchemeSpec.Value)] = []
        for parameter in form.parameters {
            guard let entry = entries[parameter] else { continue }
            guard let value = argument(entry) else { return nil }
            arguments.append((parameter, value))
        }
        return SchemeSpec(form: form, mark: named.value.mark, arguments: arguments)
    }

    private func argument(_ entry: YAMLEntry) -> SchemeSpec.Value? {
        switch entry.key {
        case "window": return duration(entry).map { .time($0) }
        case "header", "prefix": return token(entry).map { .text($0) }
        case "covers": return components(entry).map { .list($0) }
        default: return text(of: entry, as: "a text").map { .text($0) }
        }
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

    /// Reads the name of a header field of a received message.
    private func token(_ entry: YAMLEntry) -> String? {
        guard let text = text(of: entry, as: "the name of a header field") else { return nil }
        if HeaderNames.isToken(text) { return text }
        return refuse(
            entry.value.mark, "a header's name \(HeaderNames.tokenRule)", found: quoted(text),
            write: "one as in 'X-Shop-Event'")
    }
}
