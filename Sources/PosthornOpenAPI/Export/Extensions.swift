internal import PosthornFormat
internal import PosthornSpec

/// What the specs say that an import of the document alone would not.
struct Extensions {
    /// The extensions of a part; empty if OpenAPI says all of it.
    typealias Members = [SpecMember]

    private(set) var root: Members
    private(set) var endpoints: [String: Members] = [:]
    private(set) var types: [String: Members] = [:]

    /// - Parameters:
    ///   - layout: The specs as they are written.
    ///   - read: What an import reads from the document without extensions.
    init(_ layout: SpecLayout, _ read: OpenAPIImport.Parts) {
        for (name, node) in layout.endpoints {
            let found = read.endpoints.first { $0.draft.operation.id == name }?.member.value
            endpoints[name] = Self.members(Self.changes(of: node, from: found, keepsOrder: false))
        }
        for (name, node) in layout.types {
            let found = read.types.first { $0.member.key == name }?.member.value
            types[name] = Self.members(Self.changes(of: node, from: found, keepsOrder: true))
        }
        let service = YAMLNode(mark: .start, kind: .mapping(layout.service))
        let changes = Self.changes(of: service, from: .map(read.service), keepsOrder: false)
        let files = layout.files.map { file in
            SpecMember(
                file.name,
                .map(
                    (file.hasService ? [SpecMember("service", .exact(read.name))] : [])
                        + file.members))
        }
        let own = (changes.value?.members ?? []) + [SpecMember("files", .block(files))]
        root = Self.members((.block(own), changes.without))
    }

    private typealias Changes = (value: SpecValue?, without: [String])

    private static func members(_ changes: Changes) -> Members {
        var members: Members = []
        if let value = changes.value { members.append(SpecMember(Extension.key, value)) }
        if !changes.without.isEmpty {
            members.append(
                SpecMember(Extension.without, .list(changes.without.map { .exact($0) })))
        }
        return members
    }

    /// Returns the keys with which ``Extension/value(_:at:)`` makes a part from what an import reads.
    private static func changes(
        of own: YAMLNode, from read: SpecValue?, keepsOrder: Bool
    ) -> Changes {
        let text = SpecPrinter.text(of: [SpecMember("value", read ?? .nothing)])
        let base = SourceFile(path: "", text: text).node?.entries?.first?.value
        guard read != nil, let base else { return (.written(own), []) }
        if base.means(own) { return (nil, []) }
        guard let entries = own.entries, let known = base.entries, read?.members != nil else {
            return (.written(own), [])
        }
        let without = known.filter { entries[$0.key] == nil }.map(\.key)
        var changed = entries.filter { entry in
            known[entry.key].map { $0.means(entry) } != true
        }
        let kept = known.map(\.key).filter { !without.contains($0) }
        let order = kept + changed.map(\.key).filter { !kept.contains($0) }
        if keepsOrder, order != entries.map(\.key) { changed = entries }
        let value = SpecValue.written(YAMLNode(mark: own.mark, kind: .mapping(changed)))
        return (changed.isEmpty ? nil : value, without)
    }
}

extension SpecValue {
    /// Returns a value of a spec file as an extension has it.
    static func written(_ node: YAMLNode) -> SpecValue {
        switch node.kind {
        case .scalar(let text, let isPlain):
            !isPlain && (text.isEmpty || text.hasPrefix("\""))
                ? .quoted("\"\(text)\"") : scalar(text, isPlain: isPlain)
        case .sequence(let items): .list(items.map(written))
        case .mapping(let entries):
            .map(
                entries.map { entry in
                    let hasQuotes = entry.needsQuotes || entry.key.hasPrefix("\"")
                    let text = entry.isText ? entry.value.text.map { "\"\($0)\"" } : nil
                    return SpecMember(
                        hasQuotes ? "\"\(entry.key)\"" : entry.key,
                        text.map { .quoted($0) } ?? written(entry.value))
                })
        }
    }
}

extension YAMLEntry {
    /// Whether the quotes of the key tell a text from a number, a Boolean or several texts.
    fileprivate var needsQuotes: Bool {
        !isPlain && (PlainValue(key) != .text || key.contains("|"))
    }

    fileprivate func means(_ other: YAMLEntry) -> Bool {
        key == other.key && needsQuotes == other.needsQuotes && isText == other.isText
            && value.means(other.value)
    }

    /// Whether the value is a constant in quotes, which is no name of a type.
    fileprivate var isText: Bool {
        guard key == "const", case .scalar(let text, false) = value.kind else { return false }
        return PlainValue(text) == .text
    }
}

extension YAMLNode {
    /// Returns whether both values are read alike, wherever they stand.
    fileprivate func means(_ other: YAMLNode) -> Bool {
        switch (kind, other.kind) {
        case (.scalar(let text, let isPlain), .scalar(let own, let isOwnPlain)):
            text == own && (isPlain == isOwnPlain || !text.isEmpty && PlainValue(text) == .text)
        case (.sequence(let items), .sequence(let others)):
            items.count == others.count && zip(items, others).allSatisfy { $0.means($1) }
        case (.mapping(let entries), .mapping(let others)):
            entries.count == others.count && zip(entries, others).allSatisfy { $0.means($1) }
        default: false
        }
    }
}
