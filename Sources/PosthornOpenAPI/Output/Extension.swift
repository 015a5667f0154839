internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// What a part of a spec says besides its OpenAPI, as the extensions of the part.
///
/// `x-posthorn` has the keys that replace those of an import, and `x-posthorn-without` lists those to leave out. If
/// `x-posthorn` has all keys, their order is its own.
enum Extension {
    static let key = "x-posthorn"
    static let without = "x-posthorn-without"

    /// Returns what a part says, from what an import reads and the extensions at a node.
    static func value(_ read: SpecValue?, at node: Node?) -> SpecValue? {
        let own = node?[key].map(SpecValue.init(extension:))
        let left = Set(node?[without]?.list.map(\.text) ?? [])
        guard let members = read?.members else { return own ?? read }
        var changes: [SpecMember] = []
        if let own {
            guard let members = own.members else { return own }
            changes = members
        }
        return .map(merged(members, changes, without: left))
    }

    static func merged(
        _ members: [SpecMember], _ changes: [SpecMember], without left: Set<String>
    ) -> [SpecMember] {
        let kept = members.filter { !left.contains($0.key) }
        let names = Set(changes.map(\.key))
        if kept.allSatisfy({ names.contains($0.key) }) { return changes }
        let known = Set(kept.map(\.key))
        return kept.map { member in changes.first { $0.key == member.key } ?? member }
            + changes.filter { !known.contains($0.key) }
    }
}

extension SpecValue {
    var members: [SpecMember]? {
        switch self {
        case .map(let members), .block(let members): members
        case .text, .quoted, .plain, .list, .items, .literal: nil
        }
    }

    /// Creates the value of an extension.
    ///
    /// JSON writes all keys and texts in quotes. Where quotes have a meaning, they are a part of the text.
    init(extension node: Node) {
        switch node.kind {
        case .mapping:
            self = .map(
                node.entries.map { key, value in
                    let inner = Self.unquoted(key)
                    return SpecMember(
                        inner ?? key, SpecValue(extension: value), isQuoted: inner != nil)
                })
        case .sequence: self = .list(node.items.map(SpecValue.init(extension:)))
        case .scalar where node.text.isEmpty: self = .nothing
        case .scalar:
            let inner = node.isPlain ? nil : Self.unquoted(node.text)
            self = inner.map { .quoted($0) } ?? .scalar(node.text, isPlain: node.isPlain)
        }
    }

    private static func unquoted(_ text: String) -> String? {
        guard text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
        return String(text.dropFirst().dropLast())
    }

    /// Returns a scalar with its meaning, which quotes change if it is no text.
    static func scalar(_ text: String, isPlain: Bool) -> SpecValue {
        guard !text.isEmpty, PlainValue(text) == .text else {
            return isPlain ? .plain(text) : .quoted(text)
        }
        return .exact(text)
    }

    /// Returns a text in quotes, if a paragraph of YAML would change its spaces.
    static func exact(_ text: String) -> SpecValue {
        var previous: Unicode.Scalar = "\n"
        for scalar in text.unicodeScalars {
            let isSpace = scalar == " " || scalar == "\n" && previous == " "
            let isControl = scalar == "\t" || scalar == "\r" || TextSafety.isUnsafe(scalar)
            if isControl || isSpace && (previous == " " || previous == "\n") {
                return .quoted(text)
            }
            previous = scalar
        }
        let isOpen = previous == " " || previous == "\n" || text.hasPrefix("\n")
        return isOpen ? .quoted(text) : .text(text)
    }
}
