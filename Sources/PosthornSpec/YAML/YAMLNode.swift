/// A value in a spec file, with the place where it starts.
package struct YAMLNode: Hashable, Sendable {
    package indirect enum Kind: Hashable, Sendable {
        /// A text as written: `no` is not a Boolean, and `1.10` is not a number.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        case mapping([YAMLEntry])
    }

    package var mark: SourceMark
    package var kind: Kind

    package init(mark: SourceMark, kind: Kind) {
        self.mark = mark
        self.kind = kind
    }

    /// The text, or `nil` for a list or a group of keys.
    package var text: String? { if case .scalar(let text, _) = kind { text } else { nil } }

    /// The entries, or `nil` for a text or a list.
    package var entries: [YAMLEntry]? {
        if case .mapping(let entries) = kind { entries } else { nil }
    }

    /// Returns what follows a word at the beginning of a text; `nil` if the text does not begin with the word.
    func after(_ word: String) -> YAMLNode? {
        guard case .scalar(let written, let isPlain) = kind else { return nil }
        let text = trimmed(written)
        guard text.hasPrefix(word) else { return nil }
        return YAMLNode(
            mark: mark.advanced(by: word.count),
            kind: .scalar(String(text.dropFirst(word.count)), isPlain: isPlain))
    }

    var summary: String {
        switch kind {
        case .scalar("", isPlain: true): "nothing"
        case .scalar(let text, _): quoted(text)
        case .sequence: "a list"
        case .mapping: "keys and values"
        }
    }

    /// The value as a default or an example.
    var literal: DefaultSpec.Value {
        switch kind {
        case .scalar(let text, _): .text(text)
        case .sequence(let items): .list(items.map(\.literal))
        case .mapping(let entries):
            .map(entries.map { DefaultSpec.Member(key: $0.key, value: $0.value.literal) })
        }
    }

    /// Whether the value is a list whose items all have keys.
    var isListOfGroups: Bool {
        guard case .sequence(let items) = kind, !items.isEmpty else { return false }
        return items.allSatisfy { if case .mapping = $0.kind { true } else { false } }
    }

    /// The names under `types` in a file.
    var declaredTypes: [String] { entries?["types"]?.value.entries?.map(\.key) ?? [] }

    /// The names under `uses` in the file of a service.
    var uses: [TypeName] {
        guard let entries, entries["service"] != nil,
            case .sequence(let items)? = entries["uses"]?.value.kind
        else { return [] }
        return items.compactMap { item in item.text.map { TypeName($0, mark: item.mark) } }
    }

    /// The words under `acronyms` in a file.
    var acronyms: [String] {
        guard let value = entries?["acronyms"]?.value else { return [] }
        guard case .sequence(let items) = value.kind else { return [] }
        return items.compactMap(\.text)
    }

    /// Whether the key has no value.
    var isEmpty: Bool { kind == .scalar("", isPlain: true) }
}

extension DefaultSpec {
    /// Creates a default or an example from a node.
    init(_ node: YAMLNode) { self.init(value: node.literal, mark: node.mark) }
}

/// A key and its value.
package struct YAMLEntry: Hashable, Sendable {
    package var key: String
    package var mark: SourceMark
    package var value: YAMLNode
    /// Whether the key is written without quotes.
    package var isPlain = true

    /// The type of a long or short form, and the other keys of the long form.
    ///
    /// The type is the value itself, or `type` in a group of keys.
    var long: (details: [YAMLEntry], type: YAMLEntry?) {
        if let details = value.entries { return (details, details["type"]) }
        return ([], value.isEmpty ? nil : self)
    }

    /// The place of the value, or of the key if there is no value.
    var place: SourceMark { value.isEmpty ? mark : value.mark }
}

extension [YAMLEntry] {
    /// Returns the first entry with a key, or `nil` if there is none.
    package subscript(key: String) -> YAMLEntry? { isEmpty ? nil : first { $0.key == key } }
}
