/// Reads the end of a stream: `endMarker: "[DONE]"`, `{ event: stop }` or `{ by: done, value: true }`.
extension NodeReader {
    private static let endMarkers =
        "'endMarker: \"[DONE]\"', '{ event: stop }' or '{ by: done, value: true }'"

    func endMarker(_ entry: YAMLEntry) -> EndMarkerSpec? {
        guard let details = entry.value.entries else {
            // In brackets without quotes, YAML reads a list.
            guard case .scalar(let text, let isPlain) = entry.value.kind, !text.isEmpty,
                text.allSatisfy({ !$0.isNewline }), !isPlain || PlainValue(text) == .text
            else {
                return refuse(
                    entry.place,
                    "'endMarker' is the text, the event or the member that ends a stream",
                    found: entry.value.summary, write: Self.endMarkers)
            }
            return .text(text)
        }
        guard checkKeys(of: details, in: .endMarker) else {
            return nil
        }
        if let event = details["event"], details.count == 1 {
            guard let text = text(of: event, as: "the name of an event") else { return nil }
            let names = text.split(separator: "|", omittingEmptySubsequences: false)
                .map { String(trimmed($0)) }
            guard !names.contains("") else {
                return refuse(
                    event.value.mark, "the names of the last events stand with '|' between them",
                    found: quoted(text), write: "'{ event: done | failed }'")
            }
            return .event(names)
        }
        guard let by = details["by"], let value = details["value"], details.count == 2 else {
            return refuse(
                entry.value.mark,
                "'endMarker' is the text, the event or the member that ends a stream",
                found: quotedList(details.map(\.key)), write: Self.endMarkers)
        }
        guard let path = text(of: by, as: "the member that ends the stream"),
            case .scalar(let text, let isPlain) = value.value.kind
        else { return nil }
        guard MemberPath(path) != nil else {
            return refuse(
                by.value.mark, "the member of 'by' is a name, or names with dots between them",
                found: quoted(path), write: "one as in 'done' or 'meta.done'")
        }
        switch isPlain ? PlainValue(text) : .text {
        case .text: return .member(path: path, value: .text(text))
        case .bool(let bool): return .member(path: path, value: .bool(bool))
        case .integer(.int): return .member(path: path, value: .number(Int(text) ?? 0))
        case .integer, .number, .null:
            return refuse(
                value.value.mark,
                "the value of a member that ends a stream is a text, a whole "
                    + "number, 'true' or 'false'", found: quoted(text),
                write: "one of these, in quotes for a text")
        }
    }
}
