/// Reads the credentials that a service declares.
extension NodeReader {
    private static let words = ["bearer", "basic", "digest", "certificate", "oauth2"]
    private static let places = ["scheme", "header", "query", "cookie"]
    private static let forms = "'bearer', another scheme, or '{ header: X-API-Key }'"
    private static let flows = [
        "authorizationCode", "clientCredentials", "deviceCode", "implicit", "password",
    ]

    func credential(_ entry: YAMLEntry) -> AuthSpec? {
        guard
            isDeclarable(
                entry, "credential", ReservedNames.credentials, as: "user", ending: "User")
        else { return nil }
        guard case .mapping(let entries) = entry.value.kind else {
            guard let (scheme, scopes) = named(entry) else { return nil }
            return AuthSpec(name: entry.key, mark: entry.mark, scheme: scheme, scopes: scopes)
        }
        if let write = Self.translated(entries, of: entry.key) {
            return refuse(
                entry.mark, "a credential has one way in which it is sent",
                found: "keys of OpenAPI", write: write)
        }
        let isFine = checkKeys(of: entries, in: .credential)
        let ways = entries.filter { Self.places.contains($0.key) }
        guard let way = ways.first, ways.count == 1 else {
            guard isFine || !ways.isEmpty else { return nil }
            return refuse(
                entry.mark, "a credential has one way in which it is sent",
                found: ways.isEmpty
                    ? "none" : ways.map { quoted($0.key) }.joined(separator: " and "),
                write: Self.forms)
        }
        guard let (scheme, declared) = sent(way, entries) else { return nil }
        var auth = AuthSpec(
            name: entry.key, mark: entry.mark, scheme: scheme, doc: doc(entries), scopes: declared)
        auth.source = source(entries, of: scheme, isOAuth: declared != nil)
        if let mark = entries["tokenURL"]?.mark ?? entries["from"]?.value.mark {
            auth.sourceMark = mark
        }
        auth.placeMark = entries["at"]?.value.mark ?? auth.sourceMark
        for other in entries where ["scopes", "flows"].contains(other.key) {
            guard declared != nil else {
                error(
                    other.mark, "scopes and flows belong to OAuth 2", found: quoted(other.key),
                    write: "'scheme: oauth2', or no \(quoted(other.key))")
                continue
            }
            if other.key == "scopes" {
                auth.scopes = scopes(other)
            } else {
                auth.flows = self.flows(other)
            }
        }
        return auth
    }

    /// Reads the one way in which a credential is sent.
    private func sent(
        _ way: YAMLEntry, _ entries: [YAMLEntry]
    ) -> (AuthSpec.Scheme, [AuthSpec.ScopeSpec]?)? {
        if way.key != "header", let prefix = entries["prefix"] {
            error(
                prefix.mark, "'prefix' stands before the credential in a header field",
                found: "it beside \(quoted(way.key))", write: "'header: Authorization' beside it")
        }
        guard way.key != "scheme" else { return named(way) }
        guard let name = text(of: way, as: "a name") else { return nil }
        guard way.key == "query" || HeaderNames.isUsable(name) else {
            return refuse(
                way.value.mark, "a credential's \(way.key) has a name that HTTP allows",
                found: quoted(name),
                write: way.key == "header" ? "one as in 'X-API-Key'" : "one as in 'session'")
        }
        switch way.key {
        case "query": return (.query(name), nil)
        case "cookie": return (.cookie(name), nil)
        default:
            let prefix = entries["prefix"].flatMap { text(of: $0, as: "a text") } ?? ""
            // A word and the credential have a space between them.
            let space = prefix.last.map { $0.isLetter || $0.isNumber } == true ? " " : ""
            return (.header(name, prefix: prefix + space), nil)
        }
    }

    /// Reads the scopes of OAuth 2: a list, or a group with what each permits.
    private func scopes(_ entry: YAMLEntry) -> [AuthSpec.ScopeSpec] {
        switch entry.value.kind {
        case .mapping(let entries) where !entries.isEmpty:
            return entries.compactMap { scope in
                let isEmpty = scope.value.isEmpty
                guard let doc = isEmpty ? "" : text(of: scope, as: "what it permits") else {
                    return nil
                }
                return AuthSpec.ScopeSpec(name: scope.key, doc: isEmpty ? nil : doc)
            }
        case .sequence(let items) where !items.isEmpty && items.allSatisfy({ $0.text != nil }):
            return items.map { AuthSpec.ScopeSpec(name: $0.text ?? "") }
        default:
            error(
                entry.place, "'scopes' has the names of scopes", found: entry.value.summary,
                write: "'scopes: [\"orders:read\"]' or such")
            return []
        }
    }

    private func flows(_ entry: YAMLEntry) -> [String] {
        guard case .sequence(let items) = entry.value.kind, !items.isEmpty else {
            error(
                entry.place, "'flows' is a list of the flows of OAuth 2",
                found: entry.value.summary, write: "'flows: [clientCredentials]' or others")
            return []
        }
        for item in items where !Self.flows.contains(item.text ?? "") {
            refuseUnknown(
                item.text ?? "", at: item.mark, "unknown flow of OAuth 2", known: Self.flows,
                else: quotedList(Self.flows))
        }
        return items.compactMap(\.text)
    }

    /// Returns what to write for a security scheme in the words of OpenAPI, or `nil` for other keys.
    private static func translated(_ entries: [YAMLEntry], of key: String) -> String? {
        guard !["header", "query", "cookie"].contains(where: { entries[$0] != nil }),
            ["type", "in", "name"].contains(where: { entries[$0] != nil })
        else { return nil }
        let type = entries["type"]?.value.text?.lowercased()
        let scheme = entries["scheme"]?.value.text?.lowercased() ?? type
        let name = entries["name"]?.value.text
        if type == "mutualtls" { return "'\(key): certificate' under 'auth'" }
        if let scheme, ["basic", "digest", "oauth2"].contains(scheme) {
            return "'\(key): \(scheme)' under 'auth'"
        }
        if name == nil, scheme != "apikey" { return "'\(key): bearer' under 'auth'" }
        let place = entries["in"]?.value.text ?? "header"
        let written = name.flatMap { place == "query" || HeaderNames.isUsable($0) ? $0 : nil }
        guard ["query", "cookie"].contains(place), let written else {
            return "'\(key): { header: \(written ?? "X-API-Key") }' under 'auth'"
        }
        return "'\(key): { \(place): \(written) }' under 'auth'"
    }

    /// Reads the name of a scheme; the scopes are those of OAuth 2, `nil` for another scheme.
    private func named(_ entry: YAMLEntry) -> (AuthSpec.Scheme, [AuthSpec.ScopeSpec]?)? {
        guard let text = text(of: entry, as: "how the credential is sent") else { return nil }
        switch text {
        case "bearer": return (.bearer, nil)
        case "basic": return (.basic, nil)
        case "digest": return (.digest, nil)
        case "certificate": return (.certificate, nil)
        case "oauth2": return (.bearer, [])
        default:
            return refuse(
                entry.value.mark, "unknown kind of credential", found: quoted(text),
                write: Suggestion.write(
                    for: text, among: Self.words,
                    else: quotedList(Self.words) + ", or '{ header: X-API-Key }'"))
        }
    }
}
