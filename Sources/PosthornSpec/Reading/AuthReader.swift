/// Reads a credential that the service declares.
struct AuthReader {
    private static let schemes = ["bearer", "basic"]

    let reader: NodeReader

    func read(_ entry: YAMLEntry) -> AuthSpec? {
        guard checkName(entry), let (scheme, doc) = scheme(entry) else { return nil }
        return AuthSpec(name: entry.key, mark: entry.mark, scheme: scheme, doc: doc)
    }

    private func checkName(_ entry: YAMLEntry) -> Bool {
        if SwiftName.isMember(entry.key), !ReservedNames.credentials.contains(entry.key) {
            return true
        }
        let meant = NearName.member(entry.key) ?? "user"
        reader.error(
            entry.mark, "a credential has a lowerCamelCase name that is not built in",
            found: quoted(entry.key),
            write: quoted(ReservedNames.credentials.contains(meant) ? meant + "User" : meant))
        return false
    }

    /// `bearer`, `basic` or `{ header: X-API-Key, doc: … }`.
    private func scheme(_ entry: YAMLEntry) -> (AuthSpec.Scheme, doc: String?)? {
        guard case .mapping(let entries) = entry.value.kind else {
            guard let text = reader.text(of: entry, as: "how the credential is sent") else {
                return nil
            }
            return named(text, at: entry.value.mark).map { ($0, nil) }
        }
        let isFine = reader.checkKeys(
            of: entries, in: "a credential", known: ["scheme", "header", "doc"])
        let doc = entries.first { $0.key == "doc" }.flatMap { reader.text(of: $0, as: "a text") }
        let scheme = entries.first { $0.key == "scheme" }
        let header = entries.first { $0.key == "header" }
        switch (scheme, header) {
        case (let scheme?, nil):
            guard let text = reader.text(of: scheme, as: "how the credential is sent") else {
                return nil
            }
            return named(text, at: scheme.value.mark).map { ($0, doc) }
        case (nil, let header?):
            guard let name = reader.text(of: header, as: "the name of a header") else { return nil }
            guard HeaderNames.isUsable(name) else {
                reader.error(
                    header.value.mark, "a credential's header has a name that HTTP allows",
                    found: quoted(name), write: "one as in 'X-API-Key'")
                return nil
            }
            return (.header(name), doc)
        case (nil, nil) where !isFine: return nil
        default:
            reader.error(
                entry.mark, "a credential has one way in which it is sent",
                found: scheme == nil ? "none" : "'scheme' and 'header'",
                write: "'bearer', 'basic' or '{ header: X-API-Key }'")
            return nil
        }
    }

    private func named(_ text: String, at mark: SourceMark) -> AuthSpec.Scheme? {
        switch text {
        case "bearer": return .bearer
        case "basic": return .basic
        default:
            let meant = Suggestion.closest(to: text, among: Self.schemes)
            reader.error(
                mark, "unknown kind of credential", found: quoted(text),
                write: meant.map { "\(quoted($0)), if you mean that" }
                    ?? "'bearer', 'basic' or '{ header: X-API-Key }'")
            return nil
        }
    }
}
