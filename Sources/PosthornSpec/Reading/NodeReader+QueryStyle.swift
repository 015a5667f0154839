/// Reads the `style` of a parameter or of an endpoint.
extension NodeReader {
    func style(_ entry: YAMLEntry) -> QueryStyleSpec? {
        guard let text = text(of: entry, as: "a style") else { return nil }
        if let style = QueryStyleSpec(rawValue: text) { return style }
        let names = QueryStyleSpec.allCases.map(\.rawValue)
        return refuse(
            entry.value.mark, "a style is one of \(names.joined(separator: ", "))",
            found: quoted(text),
            write: Suggestion.write(for: text, among: names, else: "one of them"))
    }
}
