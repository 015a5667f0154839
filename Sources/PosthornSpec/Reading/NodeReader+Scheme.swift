/// Reads the schemes of ciphers and signers.
extension NodeReader {
    /// Reads `{ scheme: sorted-parameters, … }`.
    func scheme(_ entries: [YAMLEntry], of entry: YAMLEntry, isCipher: Bool) -> StrategyScheme? {
        let known = Scheme.allCases.filter { $0.isCipher == isCipher }.map(\.rawValue)
        guard let named = entries["scheme"] else {
            checkKeys(of: entries, in: .scheme)
            return refuse(
                entry.mark, "a group of keys has a scheme", found: "none",
                write: "'scheme: \(known[0])' or a sentence in place of the keys")
        }
        guard let text = text(of: named, as: "the name of a scheme") else { return nil }
        guard let scheme = Scheme(rawValue: text), scheme.isCipher == isCipher else {
            refuseUnknown(
                text, at: named.value.mark, "unknown scheme of a \(isCipher ? "cipher" : "signer")",
                known: known, else: quotedList(known))
            return nil
        }
        guard checkKeys(of: entries, in: .scheme) else { return nil }
        let (required, others) = scheme.parameters
        var spec = StrategyScheme(scheme: scheme)
        for entry in entries where !["scheme", "doc"].contains(entry.key) {
            guard (required + others).contains(entry.key) else {
                let all = required + others
                error(
                    entry.mark, "the scheme \(quoted(text)) has its own parameters",
                    found: quoted(entry.key),
                    write: all.isEmpty ? "no \(quoted(entry.key))" : quotedList(all))
                continue
            }
            read(entry, into: &spec)
        }
        for key in required where entries[key] == nil {
            error(
                entry.mark, "the scheme \(quoted(text)) needs \(quoted(key))", found: "none",
                write: "'\(SpecKey.exampleOfScheme(key))' beside 'scheme'")
        }
        return spec
    }

    private func read(_ entry: YAMLEntry, into spec: inout StrategyScheme) {
        switch entry.key {
        case "place":
            guard let entries = entries(of: entry, holding: "a place", as: "query: sign"),
                checkKeys(of: entries, in: .signature)
            else { return }
            guard let place = entries.first, entries.count == 1 else {
                error(
                    entry.mark, "a signature has one place", found: "\(entries.count)",
                    write: "'place: { query: sign }' or another one")
                return
            }
            guard let name = text(of: place, as: "a name") else { return }
            guard place.key != "header" || HeaderNames.isUsable(name) else {
                error(
                    place.value.mark, "a signature's header has a name that HTTP allows",
                    found: quoted(name), write: "one as in 'X-Signature'")
                return
            }
            spec.place = (place.key, name)
        case "fields", "exclude", "components":
            guard case .sequence(let items) = entry.value.kind, !items.isEmpty,
                items.allSatisfy({ $0.text?.isEmpty == false })
            else {
                error(
                    entry.place, "\(quoted(entry.key)) is a list of names",
                    found: entry.value.summary, write: "'\(SpecKey.exampleOfScheme(entry.key))'")
                return
            }
            spec.lists[entry.key] = items.compactMap(\.text)
        default:
            guard let text = text(of: entry, as: "a text") else { return }
            let words: [String]? =
                switch entry.key {
                case "algorithm": Scheme.digests.map(\.key)
                case "encoding": Scheme.encodings.map(\.key)
                default: nil
                }
            if let words, !words.contains(text) {
                refuseUnknown(
                    text, at: entry.value.mark, "unknown \(entry.key)", known: words,
                    else: quotedList(words))
            }
            spec.texts[entry.key] = text
        }
    }
}

extension SpecKey {
    /// Returns the example of a scheme's parameter.
    static func exampleOfScheme(_ key: String) -> String {
        KeyPlace.scheme.rows.first { $0.names == [key] }?.example ?? key
    }
}
