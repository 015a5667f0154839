/// Reads the names of an envelope's fields.
extension NodeReader {
    private static let keys = ["code", "message", "payload", "success"]

    func envelope(_ entry: YAMLEntry) -> EnvelopeSpec? {
        guard let entries = entries(of: entry, holding: "the names of its fields") else {
            return nil
        }
        let isFine = checkKeys(of: entries, in: "'envelope'", known: Self.keys)
        let missing = Self.keys.filter { key in !entries.contains { $0.key == key } }
        guard missing.isEmpty else {
            guard isFine else { return nil }
            return refuse(
                entry.mark, "an envelope says code, message, payload and success",
                found: "no \(quotedList(missing))",
                write: "'{ code: code, message: message, payload: data, success: 0 }'")
        }
        var texts: [String: String] = [:]
        var success: [EnvelopeSpec.Code] = []
        for entry in entries where Self.keys.contains(entry.key) {
            if entry.key == "success", case .sequence(let items) = entry.value.kind,
                !items.isEmpty
            {
                guard let codes = codes(items) else { return nil }
                success = codes
                continue
            }
            let what = entry.key == "success" ? "the code of success" : "the name of a field"
            guard let text = text(of: entry, as: what) else { return nil }
            texts[entry.key] = text
            guard entry.key == "success" else { continue }
            success = [code(text, of: entry.value)]
        }
        guard let code = texts["code"], let message = texts["message"],
            let payload = texts["payload"], !success.isEmpty
        else { return nil }
        return EnvelopeSpec(code: code, message: message, payload: payload, success: success)
    }

    /// The codes of a list.
    private func codes(_ items: [YAMLNode]) -> [EnvelopeSpec.Code]? {
        var codes: [EnvelopeSpec.Code] = []
        for item in items {
            guard case .scalar(let text, _) = item.kind, !item.isEmpty else {
                return refuse(
                    item.mark, "'success' is a code, or a list of codes", found: item.summary,
                    write: "'[0, 200]', or one code")
            }
            codes.append(code(text, of: item))
        }
        return codes
    }

    private func code(_ text: String, of node: YAMLNode) -> EnvelopeSpec.Code {
        if case .scalar(_, isPlain: true) = node.kind { return .init(text, isPlain: true) }
        return .text(text)
    }
}
