/// Reads a key of a group into what the group describes.
typealias KeyReader<Value> = @Sendable (NodeReader, YAMLEntry, inout Value) -> Void

/// Reads nodes of one file and reports what they should have been.
struct NodeReader: FileReporter {
    let path: String
    let log: DiagnosticLog

    /// The entries of a group of keys.
    ///
    /// Says what they should have been if it is none.
    func entries(
        of entry: YAMLEntry, holding what: String, as example: String = "name: …"
    ) -> [YAMLEntry]? {
        switch entry.value.kind {
        case .mapping(let entries):
            return entries
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

    /// The text of a value.
    ///
    /// Says what it should have been if it is none.
    func text(of entry: YAMLEntry, as what: String) -> String? {
        if case .scalar(let text, _) = entry.value.kind, !entry.value.isEmpty { return text }
        let mark = entry.value.isEmpty ? entry.mark : entry.value.mark
        error(
            mark, "\(quoted(entry.key)) is \(what)", found: entry.value.summary,
            write: "'\(entry.key): …' with \(what)")
        return nil
    }

    /// What a group of keys says of its meaning.
    func doc(_ entries: [YAMLEntry]) -> String? {
        entries["doc"].flatMap { text(of: $0, as: "a text") }
    }

    /// Refuses keys that nothing means.
    ///
    /// - Returns: Whether there were none. If there were, one of them may stand for a key that is
    ///   missing, which is no second mistake.
    @discardableResult
    func checkKeys(of entries: [YAMLEntry], in what: String, known: [String]) -> Bool {
        var isFine = true
        for entry in entries where !known.contains(entry.key) {
            isFine = false
            refuseUnknown(
                entry.key, at: entry.mark, "unknown key in \(what)", known: known,
                else: quotedList(known))
        }
        return isFine
    }

    /// Refuses keys that do not belong to the form of a type.
    ///
    /// If they are fields, so is the key that was taken for the form: that is said once.
    func checkKeys(of entries: [YAMLEntry], beside form: Form, known: [String]) {
        let what = "a type with '\(form.entry.key)'"
        let unknown = entries.first { entry in
            !known.contains(entry.key) && Suggestion.closest(to: entry.key, among: known) == nil
        }
        guard let unknown, case .scalar(let text, _) = form.entry.value.kind else {
            checkKeys(of: entries, in: what, known: known)
            return
        }
        error(
            unknown.mark, "unknown key in \(what)", found: quoted(unknown.key),
            write: quotedList(known)
                + ", or '\(form.entry.key): { type: … }' with \(quoted(text)) if "
                + "that is a field")
    }

    /// The type that a value says; nothing if it is none, which has been reported then.
    func type(of node: YAMLNode, key: YAMLEntry, depth: Int = 0) -> TypeExpression? {
        reporting { () throws(SpecProblem) in try typeExpression(node, key: key, depth: depth) }
    }

    /// A value, unless there is a problem, which is reported then.
    func reporting<Value>(_ read: () throws(SpecProblem) -> Value) -> Value? {
        do throws(SpecProblem) {
            return try read()
        } catch {
            self.error(error)
            return nil
        }
    }

    /// `true` or `false`; nothing if it is neither, which has been reported then.
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
            return try TypeExpressionParser.parse(text, mark: node.mark)
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
            // `[Int: T]` without quotes is read as a mapping in brackets too.
            if case .mapping(let entries) = item.kind, entries.count == 1,
                SwiftName.isType(entries[0].key)
            {
                return try map(entries, at: item.mark, depth: depth)
            }
            return .array(try typeExpression(item, key: key, depth: depth + 1))
        case .mapping(let entries):
            if let form = Self.form(of: entries) {
                checkKeys(of: entries, beside: form, known: form.keys)
            }
            return .inline(self.kind(of: entries, depth: depth + 1) ?? .refused)
        }
    }

    /// A list of texts that are no types, as an enum is written.
    func enumValues(_ items: [YAMLNode]) -> String? {
        var values: [String] = []
        for item in items {
            guard case .scalar(let text, _) = item.kind, !SwiftName.isType(text),
                (try? EnumCase(checking: text, mark: item.mark)) != nil
            else { return nil }
            values.append(text)
        }
        return values.count > 1 ? values.joined(separator: " | ") : nil
    }

    private func map(
        _ entries: [YAMLEntry], at mark: SourceMark, depth: Int
    ) throws(SpecProblem) -> TypeExpression {
        guard let entry = entries.first, entries.count == 1, entry.key == "String" else {
            throw SpecProblem(
                mark, "the keys of a map are texts",
                found: entries.first.map { "'[\($0.key): …]'" } ?? "'[{}]'",
                write: "'[String: …]' with one type")
        }
        return .map(try typeExpression(entry.value, key: entry, depth: depth + 1))
    }
}
