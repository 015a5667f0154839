/// Reads the names of an envelope's fields.
struct EnvelopeReader {
    private static let keys = ["code", "message", "payload", "success"]

    let reader: NodeReader

    func read(_ entry: YAMLEntry) -> EnvelopeSpec? {
        guard let entries = reader.entries(of: entry, holding: "the names of its fields") else {
            return nil
        }
        reader.checkKeys(of: entries, in: "'envelope'", known: Self.keys)
        let missing = Self.keys.filter { key in !entries.contains { $0.key == key } }
        guard missing.isEmpty else {
            reader.error(
                entry.mark, "an envelope says code, message, payload and success",
                found: "no \(quotedList(missing))",
                write: "'{ code: code, message: message, payload: data, success: 0 }'")
            return nil
        }
        var texts: [String: String] = [:]
        var success: EnvelopeSpec.Code?
        for entry in entries where Self.keys.contains(entry.key) {
            let what = entry.key == "success" ? "the code of success" : "the name of a field"
            guard let text = reader.text(of: entry, as: what) else { return nil }
            texts[entry.key] = text
            guard entry.key == "success" else { continue }
            success = code(text, of: entry.value)
        }
        guard let code = texts["code"], let message = texts["message"],
            let payload = texts["payload"], let success
        else { return nil }
        return EnvelopeSpec(code: code, message: message, payload: payload, success: success)
    }

    /// A number without quotes is a number, everything else a text.
    private func code(_ text: String, of node: YAMLNode) -> EnvelopeSpec.Code {
        guard case .scalar(_, isPlain: true) = node.kind, let number = Int(text),
            String(number) == text
        else { return .text(text) }
        return .number(number)
    }
}
