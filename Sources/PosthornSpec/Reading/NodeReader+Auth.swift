/// Reads the credentials that a service declares.
extension NodeReader {
    func credential(_ entry: YAMLEntry) -> AuthSpec? {
        guard
            isDeclarable(
                entry, "credential", ReservedNames.credentials, as: "user", ending: "User"),
            let (scheme, doc) = scheme(entry)
        else { return nil }
        return AuthSpec(name: entry.key, mark: entry.mark, scheme: scheme, doc: doc)
    }

    /// Reads `bearer`, `basic` or `{ header: X-API-Key, doc: … }`.
    private func scheme(_ entry: YAMLEntry) -> (AuthSpec.Scheme, doc: String?)? {
        guard case .mapping(let entries) = entry.value.kind else {
            return named(entry).map { ($0, nil) }
        }
        if let write = Self.translated(entries, of: entry.key) {
            return refuse(
                entry.mark, "a credential has one way in which it is sent",
                found: "keys of OpenAPI", write: write)
        }
        let isFine = checkKeys(of: entries, in: .credential)
        let doc = doc(entries)
        switch (entries["scheme"], entries["header"]) {
        case (let scheme?, nil): return named(scheme).map { ($0, doc) }
        case (nil, let header?):
            guard let name = text(of: header, as: "the name of a header") else { return nil }
            guard HeaderNames.isUsable(name) else {
                return refuse(
                    header.value.mark, "a credential's header has a name that HTTP allows",
                    found: quoted(name), write: "one as in 'X-API-Key'")
            }
            return (.header(name), doc)
        case (nil, nil) where !isFine: return nil
        case (let scheme, _):
            return refuse(
                entry.mark, "a credential has one way in which it is sent",
                found: scheme == nil ? "none" : "'scheme' and 'header'",
                write: "'bearer', 'basic' or '{ header: X-API-Key }'")
        }
    }

    /// Returns what to write for a security scheme in the words of OpenAPI, or `nil` for other keys.
    private static func translated(_ entries: [YAMLEntry], of key: String) -> String? {
        guard entries["header"] == nil,
            ["type", "in", "name"].contains(where: { entries[$0] != nil })
        else { return nil }
        let scheme = (entries["scheme"] ?? entries["type"])?.value.text?.lowercased()
        let name = entries["name"]?.value.text
        if scheme == "basic" { return "'\(key): basic' under 'auth'" }
        if name == nil, scheme != "apikey" { return "'\(key): bearer' under 'auth'" }
        let header = name.flatMap { HeaderNames.isUsable($0) ? $0 : nil } ?? "X-API-Key"
        switch entries["in"]?.value.text {
        case "query":
            return "'\(key): { header: X-API-Key }' under 'auth' if the server takes it there, or "
                + "'query: { \(header): String }' under 'common'"
        case "cookie":
            return "'\(key): { header: X-API-Key }' under 'auth' if the server takes it there, or "
                + "'cookies: { \(header): String }' under 'common'"
        default: return "'\(key): { header: \(header) }' under 'auth'"
        }
    }

    private func named(_ entry: YAMLEntry) -> AuthSpec.Scheme? {
        guard let text = text(of: entry, as: "how the credential is sent") else { return nil }
        switch text {
        case "bearer": return .bearer
        case "basic": return .basic
        default:
            return refuse(
                entry.value.mark, "unknown kind of credential", found: quoted(text),
                write: Suggestion.write(
                    for: text, among: ["bearer", "basic"],
                    else: "'bearer', 'basic' or '{ header: X-API-Key }'"))
        }
    }
}
