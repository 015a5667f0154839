/// Reads the response policy of a service or of an endpoint.
extension NodeReader {
    enum ResponsePlace { case service, endpoint }

    /// Reads `response`: the word of a policy, or the fields of an envelope.
    func response(of entry: YAMLEntry, in place: ResponsePlace) -> ResponseSpec? {
        switch entry.value.kind {
        case .scalar(let word, _) where !word.isEmpty && !entry.value.isEmpty:
            return named(word, entry, in: place)
        case .mapping(let entries):
            let envelope = entries["envelope"]
            let isMeant =
                entries.first.map { Suggestion.closest(to: $0.key, among: ["envelope"]) != nil }
                ?? false
            guard envelope != nil || isMeant else { break }
            checkKeys(of: entries, in: .response)
            return envelope.flatMap(self.envelope).map { .envelope($0) }
        default: break
        }
        return refuse(
            entry.value.isEmpty ? entry.mark : entry.value.mark,
            "'response' is the name of a policy, or an envelope", found: entry.value.summary,
            write: "'response: json', or 'response: { envelope: { payload: data } }'")
    }

    private func named(
        _ word: String, _ entry: YAMLEntry, in place: ResponsePlace
    ) -> ResponseSpec? {
        guard let policy = BuiltInPolicy.all.first(where: { $0.word == word }) else {
            return .declared(word)
        }
        guard policy == .envelope, place == .service else { return .builtIn(policy) }
        return refuse(
            entry.value.mark, "the service says what its envelope is made of", found: "'envelope'",
            write:
                "'envelope: { payload: … }', with a code '{ code: …, message: …, payload: …, success: … }'"
        )
    }

    private func envelope(_ entry: YAMLEntry) -> EnvelopeSpec? {
        guard let entries = entries(of: entry, holding: "the names of its fields") else {
            return nil
        }
        guard checkKeys(of: entries, in: .envelope), isComplete(entries, entry)
        else { return nil }
        let (code, success) = (entries["code"].flatMap(path), entries["success"].flatMap(codes))
        let (message, error) = (entries["message"].flatMap(path), entries["error"].flatMap(path))
        guard let payload = entries["payload"].flatMap(path),
            (code == nil) == (entries["code"] == nil),
            (success == nil) == (entries["success"] == nil),
            (error == nil) == (entries["error"] == nil)
        else { return nil }
        let paths = EnvelopeSpec(
            code: code, message: message, payload: payload, error: error,
            success: success?.codes ?? [], allowsMissingCode: success?.allowsNone ?? true)
        guard paths.hasClash else { return paths }
        return refuse(
            entry.mark,
            "the payload of an envelope is none of its other members, the error is not the code, and nothing is "
                + "inside the code",
            found: [code, message, payload, error].compactMap { $0.map(quoted) }
                .joined(separator: ", "),
            write: "different members; only the message may be the code or the error")
    }

    /// Reports an envelope without a payload, or with half of a code.
    private func isComplete(_ entries: [YAMLEntry], _ entry: YAMLEntry) -> Bool {
        let missing: String? =
            if entries["payload"] == nil {
                "payload"
            } else if entries["code"] == nil,
                entries["success"] != nil || entries["message"] != nil && entries["error"] == nil
            {
                "code"
            } else if entries["code"] != nil, entries["success"] == nil, entries["error"] == nil {
                "success"
            } else {
                nil
            }
        guard let missing else { return true }
        error(
            entry.mark,
            "an envelope has a 'payload'; 'code' needs 'success' or 'error', 'success' needs 'code', and 'message' "
                + "needs 'code' or 'error'",
            found: "no \(quoted(missing))",
            write:
                "'{ payload: data }', '{ payload: result, error: error }', or '{ code: code, message: message, "
                + "payload: data, success: 0 }'")
        return false
    }

    /// Reads the path of a member; names that look like a type or a default of a field are refused.
    private func path(_ entry: YAMLEntry) -> String? {
        guard let text = text(of: entry, as: "the name of a field") else { return nil }
        if MemberPath(text) != nil, !text.contains(where: { " =?".contains($0) }) { return text }
        return refuse(
            entry.value.mark, "a field of an envelope is a name, or a path with dots",
            found: quoted(text), write: "one as in 'code' or 'meta.code'")
    }

    /// Reads the codes of success; `null` stands for a response without a code.
    private func codes(
        _ entry: YAMLEntry
    ) -> (codes: [EnvelopeSpec.Code], allowsNone: Bool)? {
        var items = [entry.value]
        if case .sequence(let list) = entry.value.kind, !list.isEmpty {
            items = list
        } else if text(of: entry, as: "the code of success") == nil {
            return nil
        }
        var codes: [EnvelopeSpec.Code] = []
        var allowsNone = false
        for item in items {
            guard case .scalar(let text, let isPlain) = item.kind, !item.isEmpty else {
                return refuse(
                    item.mark, "'success' is a code, or a list of codes", found: item.summary,
                    write: "'[0, 200]', or one code")
            }
            if isPlain, text == "null" {
                allowsNone = true
                continue
            }
            guard let code = isPlain ? EnvelopeSpec.Code(plain: text) : .text(text) else {
                return refuse(
                    item.mark, EnvelopeSpec.Code.rule, found: quoted(text),
                    write: "'\"\(text)\"' in quotes for the text")
            }
            codes.append(code)
        }
        return (codes, allowsNone)
    }
}

extension EnvelopeSpec {
    /// Whether one of the members is another one, or is inside another one that is no object.
    fileprivate var hasClash: Bool {
        func isInside(_ path: String?, _ other: String?) -> Bool {
            guard let path, let other else { return false }
            return (path + ".").hasPrefix(other + ".")
        }
        return isInside(payload, code) || isInside(payload, error) || isInside(error, code)
            || message == payload || message != code && isInside(message, code)
            || error == code && code != nil
    }
}
