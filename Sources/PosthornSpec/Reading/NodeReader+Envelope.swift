/// Reads the names of an envelope's fields.
extension NodeReader {
    private static let keys = ["code", "message", "payload", "success"]

    func envelope(_ entry: YAMLEntry) -> EnvelopeSpec? {
        guard let entries = entries(of: entry, holding: "the names of its fields") else {
            return nil
        }
        let isFine = checkKeys(of: entries, in: "'envelope'", known: Self.keys)
        let missing = Self.keys.filter { entries[$0] == nil }
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
            if entry.key == "success" {
                guard let codes = codes(entry) else { return nil }
                success = codes
            } else {
                guard let text = text(of: entry, as: "the name of a field") else { return nil }
                texts[entry.key] = text
            }
        }
        guard let code = texts["code"], let message = texts["message"],
            let payload = texts["payload"], !success.isEmpty
        else { return nil }
        return EnvelopeSpec(code: code, message: message, payload: payload, success: success)
    }

    private func codes(_ entry: YAMLEntry) -> [EnvelopeSpec.Code]? {
        var items = [entry.value]
        if case .sequence(let list) = entry.value.kind, !list.isEmpty {
            items = list
        } else if text(of: entry, as: "the code of success") == nil {
            return nil
        }
        var codes: [EnvelopeSpec.Code] = []
        for item in items {
            guard case .scalar(let text, let isPlain) = item.kind, !item.isEmpty else {
                return refuse(
                    item.mark, "'success' is a code, or a list of codes", found: item.summary,
                    write: "'[0, 200]', or one code")
            }
            codes.append(isPlain ? .init(text, isPlain: true) : .text(text))
        }
        return codes
    }
}
