/// Reads what identifies requests and the version of the API.
extension NodeReader {
    func requestID(_ entry: YAMLEntry) -> String? {
        guard let text = text(of: entry, as: "the name of a header field") else { return nil }
        if HeaderNames.isUsable(text) { return text }
        return refuse(
            entry.value.mark, "'requestID' is the header field for the id of a request",
            found: quoted(text), write: "one as in 'X-Request-ID'")
    }

    func version(_ entry: YAMLEntry) -> VersionSpec? {
        guard
            let entries = entries(
                of: entry, holding: "'header' or 'query', and 'value'",
                as: "{ header: API-Version, value: \"2026-11-01\" }"),
            checkKeys(of: entries, in: .version)
        else { return nil }
        let places = entries.filter { $0.key == "header" || $0.key == "query" }
        guard let place = places.first, places.count == 1, let written = entries["value"] else {
            return refuse(
                entry.mark, "'version' has a header field or a query parameter, and a value",
                found: entries.isEmpty ? "nothing" : quotedList(entries.map(\.key)),
                write: "'version: { header: API-Version, value: \"2026-11-01\" }'")
        }
        guard let name = text(of: place, as: "a name"),
            let value = versionText(written)
        else { return nil }
        guard place.key == "query" || HeaderNames.isUsable(name) else {
            return refuse(
                place.value.mark, "the header field of a version has a name that HTTP allows",
                found: quoted(name), write: "one as in 'API-Version'")
        }
        var refused: Int?
        if let entry = entries["refused"] {
            guard let text = text(of: entry, as: "a status") else { return nil }
            guard text.count == 3, let status = Int(text), (400...599).contains(status) else {
                return refuse(
                    entry.value.mark, "'refused' is a status of a failure, from 400 to 599",
                    found: quoted(text), write: "one as in 'refused: 410'")
            }
            refused = status
        }
        return VersionSpec(
            name: name, isHeader: place.key == "header", value: value, refused: refused,
            mark: entry.mark)
    }

    /// Reads a version, which a header field can hold.
    func versionText(_ entry: YAMLEntry) -> String? {
        guard let text = text(of: entry, as: "a version") else { return nil }
        if text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) { return text }
        return refuse(
            entry.value.mark, "a version consists of visible characters of ASCII",
            found: quoted(text), write: "one as in '2026-11-01'")
    }
}
