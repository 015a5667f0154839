/// Reads the documented failures of an endpoint.
extension NodeReader {
    func errors(_ entry: YAMLEntry) -> [ErrorSpec] {
        let type = entry.value.text.flatMap { SwiftName.isType($0) ? $0 : nil } ?? "Problem"
        guard let entries = entries(of: entry, holding: "statuses and types", as: "404: \(type)")
        else { return [] }
        var seen: [ErrorSpec.Condition: SourceMark] = [:]
        return entries.compactMap { entry -> ErrorSpec? in
            guard let error = documentedError(entry) else { return nil }
            // Identical keys were reported before. These are different spellings of one condition.
            if let first = seen.updateValue(error.mark, forKey: error.condition) {
                self.error(
                    error.mark, "two errors cannot have one code",
                    found: "\(quoted(entry.key)), which is the one of line \(first.line)",
                    write: "one of them")
            }
            return error
        }
    }

    private func documentedError(_ entry: YAMLEntry) -> ErrorSpec? {
        guard let condition = condition(entry) else { return nil }
        let (details, typeEntry) = entry.long
        let isFine = checkKeys(of: details, in: .error)
        // A misspelled key may stand for `type`.
        guard isFine || typeEntry != nil else { return nil }
        let doc = doc(details)
        let type = typeEntry.flatMap { self.type(of: $0.value, key: $0) }
        guard (type == nil) == (typeEntry == nil),
            let name = name(details["name"], of: condition, type, mark: entry.mark)
        else { return nil }
        return ErrorSpec(
            condition: condition, mark: entry.mark, type: type,
            typeMark: typeEntry?.value.mark ?? entry.mark, name: name, doc: doc,
            headers: headers(
                details["headers"], reserved: ReservedNames.returnedHeaders.union(["status"])),
            response: details["response"].flatMap {
                response(ofError: $0, condition, hasType: type != nil)
            },
            refreshes: details["refresh"].flatMap { refreshes($0, condition) })
    }

    private func response(
        ofError entry: YAMLEntry, _ condition: ErrorSpec.Condition, hasType: Bool
    ) -> ResponseSpec? {
        guard case .code = condition else {
            return response(ofMessage: entry, "an error", hasType: hasType)
        }
        return refuse(
            entry.mark, "an error by its code is read by the policy that finds the code",
            found: "'response' for \(quoted(condition.text))", write: "no 'response' here")
    }

    /// Reads the policy of one message, which has no options: it is decoded without the service.
    /// - Parameter what: The message, as in `an error`.
    func response(ofMessage entry: YAMLEntry, _ what: String, hasType: Bool) -> ResponseSpec? {
        let policies = BuiltInPolicy.all.filter { $0 != .envelope }
        guard let word = text(of: entry, as: "the name of a policy") else { return nil }
        guard let policy = policies.first(where: { $0.word == word }) else {
            refuseUnknown(
                word, at: entry.value.mark, "the policy of \(what) is one without options",
                known: policies.map(\.word), else: quotedList(policies.map(\.word)))
            return nil
        }
        guard hasType else {
            return refuse(
                entry.mark, "the policy of \(what) reads a type",
                found: "'response' without 'type'",
                write: "'type: …' beside it, or no 'response'")
        }
        return .builtIn(policy)
    }

    private func refreshes(_ entry: YAMLEntry, _ condition: ErrorSpec.Condition) -> Bool? {
        guard let refreshes = truth(of: entry) else { return nil }
        switch condition {
        case .code where refreshes: return true
        case .exact(400...) where refreshes == (condition != .exact(401)): return refreshes
        default: break
        }
        return refuse(
            entry.mark,
            "by default, a 401 refreshes the credential, and no other status or code does",
            found: "'refresh: \(refreshes)' for \(condition.text)",
            write: condition == .exact(401)
                ? "'refresh: false', or no 'refresh'"
                : "no 'refresh', or '403: { refresh: true }' for one status or code")
    }

    private func condition(_ entry: YAMLEntry) -> ErrorSpec.Condition? {
        if entry.key == "default" { return .others }
        let code = trimmed(entry.key.dropFirst(5))
        if entry.key.hasPrefix("code "), !code.isEmpty {
            return self.code(String(code), entry.mark).map { .code($0) }
        }
        if entry.key.count == 3, entry.key.hasSuffix("xx"), let first = Int(entry.key.prefix(1)),
            (1...5).contains(first)
        {
            return .hundred(first)
        }
        guard let status = Int(entry.key), entry.key.count == 3, (100...599).contains(status) else {
            let isClass = entry.key.lowercased().hasSuffix("xx")
            return refuse(
                entry.mark,
                "an error is named by its status from 100 to 599, by '4xx', by 'default' or by a code",
                found: quoted(entry.key),
                write: isClass
                    ? "'3xx', '4xx' or '5xx'"
                    : "one as in '404: Problem', or 'code 1002: Problem' for an envelope's code")
        }
        return .exact(status)
    }

    private func code(_ text: String, _ mark: SourceMark) -> EnvelopeSpec.Code? {
        for quote in ["\"", "'"]
        where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            return .text(String(text.dropFirst().dropLast()))
        }
        if let code = EnvelopeSpec.Code(plain: text) { return code }
        return refuse(
            mark, EnvelopeSpec.Code.rule, found: quoted("code \(text)"),
            write: "'code \"\(text)\"' in quotes for the text")
    }

    private func name(
        _ entry: YAMLEntry?, of condition: ErrorSpec.Condition, _ type: TypeExpression?,
        mark: SourceMark
    ) -> String? {
        let said = entry.flatMap { memberName($0, as: "outOfStock") }
        guard let name = entry == nil ? StatusNames.name(of: condition, type) : said else {
            return nil
        }
        guard ReservedNames.failures.contains(name) else { return name }
        return refuseReserved(
            name, at: entry?.value.mark ?? mark,
            write: entry == nil
                ? "another one beside it, as in '{ name: \(name)Problem }'"
                : "another name, as in '\(name)Problem'")
    }
}
