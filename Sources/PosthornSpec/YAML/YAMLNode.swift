/// A value in a spec file, with the place where it starts.
struct YAMLNode: Hashable {
    indirect enum Kind: Hashable {
        /// A text, always as written: `no` is not a Boolean and `1.10` is not a number.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        case mapping([YAMLEntry])
    }

    var mark: SourceMark
    var kind: Kind

    /// The text, if it is one.
    var text: String? { if case .scalar(let text, _) = kind { text } else { nil } }

    /// The entries, if it is a group of keys.
    var entries: [YAMLEntry]? { if case .mapping(let entries) = kind { entries } else { nil } }

    /// What the value is, for a diagnostic.
    var summary: String {
        switch kind {
        case .scalar("", isPlain: true): "nothing"
        case .scalar(let text, _): quoted(text)
        case .sequence: "a list"
        case .mapping: "keys and values"
        }
    }

    /// The value as a default or an example has it.
    var literal: DefaultSpec.Value {
        switch kind {
        case .scalar(let text, _): .text(text)
        case .sequence(let items): .list(items.map(\.literal))
        case .mapping(let entries):
            .map(entries.map { DefaultSpec.Member(key: $0.key, value: $0.value.literal) })
        }
    }

    /// Whether each item of a list has keys of its own, as in other formats.
    var isListOfGroups: Bool {
        guard case .sequence(let items) = kind, !items.isEmpty else { return false }
        return items.allSatisfy { if case .mapping = $0.kind { true } else { false } }
    }

    /// Whether the key stands there without a value.
    var isEmpty: Bool {
        kind == .scalar("", isPlain: true)
    }
}

extension DefaultSpec {
    /// What a spec writes as a default or as an example.
    init(_ node: YAMLNode) { self.init(value: node.literal, mark: node.mark) }
}

/// A key and its value.
struct YAMLEntry: Hashable {
    var key: String
    var mark: SourceMark
    var value: YAMLNode

    /// What is said beside a type, and the type: the value itself, or `type` in a group of keys.
    var long: (details: [YAMLEntry], type: YAMLEntry?) {
        if let details = value.entries { return (details, details["type"]) }
        return ([], value.isEmpty ? nil : self)
    }

    /// Where the value is, or the key if there is none.
    var place: SourceMark { value.isEmpty ? mark : value.mark }
}

extension [YAMLEntry] {
    /// The entry with a key.
    subscript(key: String) -> YAMLEntry? { isEmpty ? nil : first { $0.key == key } }
}
