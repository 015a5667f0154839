/// Reads the pagination of a list.
extension NodeReader {
    private static let steps = ["next", "last", "into", "page", "offset", "link", "url"]
    /// The keys that tell where a list ends.
    private static let ends = ["limit", "total", "pages", "more", "end"]
    /// The keys whose values are names of fields of the page.
    private static let paths: Set = ["items", "next", "last", "total", "pages", "more", "url"]
    private static let forms =
        "'{ items: items, next: next_cursor, into: cursor }', "
        + "'{ items: items, last: id, into: after, more: has_more }', '{ items: items, page: page }', "
        + "'{ items: items, offset: offset, limit: limit }', '{ items: items, link: next }' or "
        + "'{ items: items, url: links.next }'"

    func pages(_ entry: YAMLEntry) -> PagesSpec? {
        guard let entries = entries(of: entry, holding: "where the next page is") else {
            return nil
        }
        guard checkKeys(of: entries, in: .pages) else { return nil }
        var names: [String: TypeName] = [:]
        for entry in entries {
            guard let text = text(of: entry, as: "a name on the wire") else { return nil }
            // The names of fields may contain dots: `first(of:)` finds them without their backslashes.
            let path = Self.paths.contains(entry.key) ? MemberPath(text) : nil
            let name = path?.names.joined(separator: ".") ?? text
            names[entry.key] = TypeName(name, mark: entry.value.mark)
        }
        guard let step = step(names, at: entry.mark), checkEnds(entries, of: step) else {
            return nil
        }
        let end = names["end"].map(self.end)
        if case .some(nil) = end { return nil }
        return PagesSpec(
            mark: entry.mark, step: step, items: names["items"], limit: names["limit"],
            total: names["total"], count: names["pages"], more: names["more"], end: end ?? nil)
    }

    private func step(_ names: [String: TypeName], at mark: SourceMark) -> PagesSpec.Step? {
        let keys = Self.steps.filter { names[$0] != nil }
        switch keys {
        case ["next", "into"]:
            if let next = names["next"], let into = names["into"] {
                return .cursor(next: next, into: into)
            }
        case ["last", "into"]:
            if let last = names["last"], let into = names["into"] {
                return .last(last, into: into)
            }
        case ["page"]:
            if let page = names["page"] { return .page(page) }
        case ["offset"]:
            if let offset = names["offset"] { return .offset(offset) }
        case ["link"]:
            if let link = names["link"] { return .link(link.text) }
        case ["url"]:
            if let url = names["url"] { return .url(url) }
        default: break
        }
        return refuse(
            mark, "'pages' has one of six forms",
            found: keys.isEmpty ? "none of them" : quotedList(keys), write: Self.forms)
    }

    /// Returns whether the keys for the end of the list fit the step.
    ///
    /// Links and URLs need none, because the page itself tells whether another follows.
    private func checkEnds(_ entries: [YAMLEntry], of step: PagesSpec.Step) -> Bool {
        let (form, fitting): (String, [String]) =
            switch step {
            case .cursor: ("next", ["more"])
            case .last: ("last", ["more"])
            case .link: ("link", [])
            case .url: ("url", [])
            case .page: ("page", Self.ends)
            case .offset: ("offset", ["limit", "total", "more", "end"])
            }
        for entry in entries where Self.ends.contains(entry.key) && !fitting.contains(entry.key) {
            let isOfPages = entry.key == "pages"
            let lists =
                switch entry.key {
                case "pages": "'page'"
                case "more": "'next', 'last', 'page' or 'offset'"
                default: "'page' or 'offset'"
                }
            error(
                entry.mark, "\(quoted(entry.key)) says where a list with \(lists) ends",
                found: "it beside '\(form)'",
                write: isOfPages && form == "offset"
                    ? "'total: …', if it is a number of items" : "the others without it")
            return false
        }
        return true
    }

    private func end(_ name: TypeName) -> PagesSpec.End? {
        if name.text == "repeated" { return .repeated }
        if name.text.count == 3, let status = Int(name.text), (400...599).contains(status) {
            return .status(status)
        }
        return refuse(
            name.mark,
            "'end' is the status of a page after the last, from 400 to 599, or 'repeated'",
            found: quoted(name.text),
            write: "'end: 404', or 'end: repeated' for a last page that is repeated")
    }
}
