/// A function that reads one key of a group into the value that the group describes.
typealias KeyReader<Value> = @Sendable (NodeReader, YAMLEntry, inout Value) -> Void

/// A reader of YAML nodes, which reports invalid ones.
struct NodeReader: FileReporter {
    let path: String
    let log: DiagnosticLog
    /// The names under `types` in all files, or `nil` if a file could not be parsed.
    let types: Set<String>?
    /// The words that the service writes in capitals.
    var acronyms = Acronyms.standard

    /// Returns whether a text can be the name of a type that is declared or built in.
    ///
    /// If a file could not be parsed, each name of a type can be one.
    func isType(_ text: String) -> Bool {
        guard SwiftName.isType(text) else { return false }
        return types?.contains(text) ?? true || ScalarType(rawValue: text) != nil
            || ScalarType.foreignNames[text] != nil || ["File", "Bytes"].contains(text)
    }

    /// Returns whether a text is a type that is declared or built in, with or without a `?`.
    func isFieldType(_ text: String) -> Bool {
        isType(text.hasSuffix("?") ? String(text.dropLast()) : text)
    }

    /// Returns the entries of a group of keys, or reports that the value is not a group.
    func entries(
        of entry: YAMLEntry, holding what: String, as example: String = "name: …"
    ) -> [YAMLEntry]? {
        switch entry.value.kind {
        case .mapping(let entries): return entries
        case .scalar, .sequence:
            let mark = entry.value.isEmpty ? entry.mark : entry.value.mark
            error(
                mark, "\(quoted(entry.key)) holds \(what)", found: entry.value.summary,
                write: entry.value.isListOfGroups
                    ? "the keys without '- ' before them"
                    : "'\(example)' below it, indented, or no \(quoted(entry.key))")
            return nil
        }
    }

    /// Returns the text of a value, or reports that the value is not a text.
    func text(of entry: YAMLEntry, as what: String) -> String? {
        if case .scalar(let text, _) = entry.value.kind, !entry.value.isEmpty { return text }
        let mark = entry.value.isEmpty ? entry.mark : entry.value.mark
        error(
            mark, "\(quoted(entry.key)) is \(what)", found: entry.value.summary,
            write: "'\(entry.key): …' with \(what)")
        return nil
    }

    /// Returns the documentation in a group of keys.
    func doc(_ entries: [YAMLEntry]) -> String? {
        entries["doc"].flatMap { text(of: $0, as: "a text") }
    }

    /// Reports unknown keys.
    ///
    /// - Returns: Whether all keys are known. An unknown key may be the misspelling of a missing one, so the
    ///   caller need not report the missing one.
    @discardableResult
    func checkKeys(of entries: [YAMLEntry], in place: KeyPlace) -> Bool {
        checkKeys(of: entries, in: place.title, known: place.keys) { word in
            place.rows.first { $0.formerNames.contains(word) }?.names[0]
        }
    }

    /// Reports unknown keys; the closure returns the key that had an unknown name before.
    private func checkKeys(
        of entries: [YAMLEntry], in what: String, known: [String],
        renamed: (String) -> String? = { _ in nil }
    ) -> Bool {
        var isFine = true
        for entry in entries where !known.contains(entry.key) {
            isFine = false
            if isFull(countingErrorAt: entry.mark) { continue }
            error(
                entry.mark, "unknown key in \(what)", found: quoted(entry.key),
                write: renamed(entry.key).map(quoted)
                    ?? Suggestion.write(for: entry.key, among: known, else: quotedList(known)))
        }
        return isFine
    }

    /// Reports keys that do not belong to the form of a type.
    ///
    /// If other keys look like fields, the key of the form may be a field too. The diagnostic mentions both.
    ///
    /// - Parameter others: The keys that are valid beside those of the form.
    func checkKeys(of entries: [YAMLEntry], beside form: Form, others: [String] = []) {
        let known = form.place.keys + others
        let what = "a type with '\(form.entry.key)'"
        if form.entry.key == "fields" {
            let list = quotedList(known)
            for entry in entries where !known.contains(entry.key) {
                refuseUnknown(
                    entry.key, at: entry.mark, "unknown key in \(what)", known: known,
                    else: "\(list), or \(quoted(entry.key)) under 'fields' if that is a field")
            }
            return
        }
        let unknown = entries.first { entry in
            !known.contains(entry.key) && Suggestion.closest(to: entry.key, among: known) == nil
        }
        guard let unknown, case .scalar(let text, _) = form.entry.value.kind else {
            _ = checkKeys(of: entries, in: what, known: known)
            return
        }
        error(
            unknown.mark, "unknown key in \(what)", found: quoted(unknown.key),
            write: quotedList(known)
                + ", or '\(form.entry.key): { type: … }' with \(quoted(text)) if "
                + "that is a field")
    }

    /// Reads the type in a value, and returns `nil` after reporting an invalid one.
    func type(of node: YAMLNode, key: YAMLEntry, depth: Int = 0) -> TypeExpression? {
        reporting { () throws(SpecProblem) in try typeExpression(node, key: key, depth: depth) }
    }

    /// Returns the value of a closure, and reports the problem that it throws.
    func reporting<Value>(_ read: () throws(SpecProblem) -> Value) -> Value? {
        do throws(SpecProblem) {
            return try read()
        } catch {
            self.error(error)
            return nil
        }
    }

    /// Reads `true` or `false`, and returns `nil` after reporting anything else.
    func truth(of entry: YAMLEntry) -> Bool? {
        guard let text = text(of: entry, as: "'true' or 'false'") else { return nil }
        if let truth = Bool(text) { return truth }
        error(
            entry.value.mark, "\(quoted(entry.key)) is 'true' or 'false'", found: quoted(text),
            write: "one of the two")
        return nil
    }

    private func typeExpression(
        _ node: YAMLNode, key: YAMLEntry, depth: Int
    ) throws(SpecProblem) -> TypeExpression {
        switch node.kind {
        case .scalar(let text, _):
            guard !node.isEmpty else {
                throw SpecProblem(
                    key.mark, "\(quoted(key.key)) needs a type", found: "nothing",
                    write: "'\(key.key): String' or another type")
            }
            return try TypeExpressionParser.parse(text, mark: node.mark, acronyms)
        case .sequence(let items):
            guard let item = items.first, items.count == 1 else {
                if let values = enumValues(items) {
                    throw SpecProblem(
                        node.mark, "the values of an enum stand with '|' between them",
                        found: "a list", write: quoted(values))
                }
                throw SpecProblem(
                    node.mark, "an array has one type of items",
                    found: "\(items.count) in the brackets", write: "'[Order]' or another type")
            }
            // Without quotes, YAML reads `[Int: T]` as a mapping in brackets.
            if case .mapping(let entries) = item.kind, entries.count == 1,
                SwiftName.isType(entries[0].key)
            {
                return try map(entries, at: item.mark, depth: depth)
            }
            return .array(try typeExpression(item, key: key, depth: depth + 1))
        case .mapping(let entries):
            if let form = Self.form(of: entries) {
                checkKeys(of: entries, beside: form)
            }
            return .inline(self.kind(of: entries, depth: depth + 1) ?? .refused)
        }
    }

    /// Returns a list of texts in the form of an enum, or `nil` if they are types or invalid values.
    func enumValues(_ items: [YAMLNode]) -> String? {
        var values: [String] = []
        for item in items {
            guard case .scalar(let text, let isPlain) = item.kind, !isType(text),
                !isPlain || PlainValue(text) == .text,
                (try? EnumCase(checking: text, mark: item.mark, acronyms)) != nil
            else { return nil }
            values.append(text)
        }
        guard values.count > 1 else { return nil }
        return values.allSatisfy { PlainValue($0) == .text }
            ? values.joined(separator: " | ") : EnumValue.longForm(of: values)
    }

    private func map(
        _ entries: [YAMLEntry], at mark: SourceMark, depth: Int
    ) throws(SpecProblem) -> TypeExpression {
        guard let entry = entries.first, entries.count == 1, entry.key == "String" else {
            throw SpecProblem(
                mark, "the keys of a map are texts",
                found: entries.first.map { "'[\($0.key): …]'" } ?? "'[{}]'",
                write: "'[String: …]' with one type, or for an object the name of a declared type")
        }
        return .map(try typeExpression(entry.value, key: entry, depth: depth + 1))
    }
}
