/// Reads `style`, of a parameter or of an endpoint.
struct QueryStyleReader {
    let reader: NodeReader

    func read(_ entry: YAMLEntry) -> QueryStyleSpec? {
        guard let text = reader.text(of: entry, as: "a style") else { return nil }
        if let style = QueryStyleSpec(rawValue: text) { return style }
        let names = QueryStyleSpec.allCases.map(\.rawValue)
        let meant = Suggestion.closest(to: text, among: names)
        reader.error(
            entry.value.mark, "a style is one of \(names.joined(separator: ", "))",
            found: quoted(text),
            write: meant.map { "\(quoted($0)), if you mean that" } ?? "one of them")
        return nil
    }
}
