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

    /// What the value is, for a diagnostic.
    var summary: String {
        switch kind {
        case .scalar("", isPlain: true): "nothing"
        case .scalar(let text, _): quoted(text)
        case .sequence: "a list"
        case .mapping: "keys and values"
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

/// A key and its value.
struct YAMLEntry: Hashable {
    var key: String
    var mark: SourceMark
    var value: YAMLNode
}
