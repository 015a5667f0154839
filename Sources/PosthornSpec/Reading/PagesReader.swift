/// Reads how the pages of a list follow each other.
struct PagesReader {
    private static let keys = ["items", "next", "into", "page", "offset", "limit", "link"]
    private static let forms =
        "'{ items: items, next: next_cursor, into: cursor }', '{ items: items, page: page }', "
        + "'{ items: items, offset: offset, limit: limit }' or '{ items: items, link: next }'"

    let reader: NodeReader

    func read(_ entry: YAMLEntry) -> PagesSpec? {
        guard let entries = reader.entries(of: entry, holding: "where the next page is") else {
            return nil
        }
        reader.checkKeys(of: entries, in: "'pages'", known: Self.keys)
        guard entries.allSatisfy({ Self.keys.contains($0.key) }) else { return nil }
        var names: [String: TypeName] = [:]
        for entry in entries {
            guard let text = reader.text(of: entry, as: "a name on the wire") else { return nil }
            names[entry.key] = TypeName(text, mark: entry.value.mark)
        }
        guard let step = step(names, at: entry.mark) else { return nil }
        return PagesSpec(mark: entry.mark, items: names["items"], step: step)
    }

    private func step(_ names: [String: TypeName], at mark: SourceMark) -> PagesSpec.Step? {
        let keys = Self.keys.filter { $0 != "items" && names[$0] != nil }
        switch keys {
        case ["next", "into"]:
            if let next = names["next"], let into = names["into"] {
                return .cursor(next: next, into: into)
            }
        case ["page"]:
            if let page = names["page"] { return .page(page) }
        case ["offset", "limit"]:
            if let offset = names["offset"], let limit = names["limit"] {
                return .offset(offset, limit: limit)
            }
        case ["link"]:
            if let link = names["link"] { return .link(link.text) }
        default: break
        }
        reader.error(
            mark, "'pages' has one of four forms",
            found: keys.isEmpty ? "none of them" : quotedList(keys), write: Self.forms)
        return nil
    }
}
