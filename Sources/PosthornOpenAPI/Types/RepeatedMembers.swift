internal import PosthornForeign
internal import PosthornSpec

/// Combines the schemas of a member that several parts of an object have.
extension Importer {
    /// Returns the schema of a member that two parts of an `allOf` have.
    ///
    /// Two enums become the one of their common values. Where nothing fits both, the last schema counts.
    func intersection(
        _ first: Node, _ second: Node, _ name: String, _ owner: Draft
    ) throws(ImportFailure) -> Node {
        guard second.isStructural else {
            return second["description"] != nil && !first.isStructural ? second : first
        }
        guard first.isStructural, first !== second else { return second }
        let one = try schemas.schema(first).target
        let other = try schemas.schema(second).target
        let kinds = (schemas.kind(of: one, depth: 0), schemas.kind(of: other, depth: 0))
        switch kinds {
        case (.any, _), (.null, _), (.union, _), (.array(.any), .array): return second
        case (_, .any), (_, .null), (_, .union), (.array, .array(.any)): return first
        case (.object, .object): return try object(first, one, second, other, name, owner)
        case (.text, .text), (.number, .number), (.bool, .bool):
            return scalar(first, one, second, other, name, owner)
        default: return kinds.0 == kinds.1 ? second : conflict(second, name, owner)
        }
    }

    /// Returns the schema of a member that two types of a union have.
    func union(_ first: Node, _ second: Node) -> Node {
        first === second
            ? second
            : Node(at: second, [("anyOf", Node(at: second, items: [first, second]))])
    }

    private func conflict(_ node: Node, _ name: String, _ owner: Draft) -> Node {
        remark(
            owner, node,
            "\(quoted(name)) has two types in an 'allOf', of which the last one is read")
        return node
    }

    private func scalar(
        _ first: Node, _ one: Schema.Core, _ second: Node, _ other: Schema.Core, _ name: String,
        _ owner: Draft
    ) -> Node {
        let (values, others) = (Self.values(of: one), Self.values(of: other))
        let isPlain = !first.isComposed && !second.isComposed
        guard let values else {
            return isPlain ? Self.merged(first, second, values: nil) : second
        }
        guard let others else {
            return isPlain ? Self.merged(first, second, values: nil) : Self.both(first, second)
        }
        let texts = Set(others.map(\.text))
        let common = values.filter { texts.contains($0.text) }
        if common.isEmpty { return conflict(second, name, owner) }
        if common.count == others.count { return second }
        return Self.merged(first.isComposed ? second : first, second, values: common)
    }

    private static func values(of core: Schema.Core) -> [Node]? {
        switch core {
        case .constant(let value): [value]
        case .enumeration(let values): values.map(\.node)
        default: nil
        }
    }

    /// Returns a schema with the keywords of two, of which the second one's count.
    private static func merged(_ first: Node, _ second: Node, values: [Node]?) -> Node {
        var entries = first.entries.filter { second[$0.key] == nil } + second.entries
        if let values {
            entries.removeAll { ["$ref", "const", "enum"].contains($0.key) }
            entries.append(("enum", Node(at: second, items: values)))
        }
        return Node(at: second, entries.map { ($0.key, $0.value) })
    }

    /// Returns a schema that both describe, with the annotations of the second one.
    private static func both(_ first: Node, _ second: Node) -> Node {
        let annotations = second.entries.filter {
            ["deprecated", "description", "readOnly", "writeOnly"].contains($0.key)
        }
        return Node(
            at: second,
            annotations.map { ($0.key, $0.value) }
                + [("allOf", Node(at: second, items: [first, second]))])
    }

    private func object(
        _ first: Node, _ one: Schema.Core, _ second: Node, _ other: Schema.Core, _ name: String,
        _ owner: Draft
    ) throws(ImportFailure) -> Node {
        if case .map(nil) = one { return second }
        if case .map(nil) = other { return first }
        if try isExtension(second, of: first, depth: 0) { return second }
        if try isExtension(first, of: second, depth: 0) { return first }
        // Two schemas with names could hold each other, and an object of both would have no end.
        guard case .object = one, case .object = other,
            first["$ref"] == nil || second["$ref"] == nil
        else { return conflict(second, name, owner) }
        return Self.both(first, second)
    }

    /// Returns whether a reference leads to a schema that has all of another one by `allOf`.
    private func isExtension(
        _ node: Node, of base: Node, depth: Int
    ) throws(ImportFailure) -> Bool {
        guard depth < 20, let reference = node["$ref"], reference.string != nil,
            let other = base["$ref"], other.string != nil
        else { return false }
        let target = try document.target(of: reference)
        if target === (try document.target(of: other)) { return true }
        for part in target["allOf"]?.list ?? []
        where try isExtension(part, of: base, depth: depth + 1) { return true }
        return false
    }
}

extension Node {
    /// Whether the schema is made of others.
    fileprivate var isComposed: Bool {
        ["$ref", "allOf", "anyOf", "oneOf"].contains { self[$0] != nil }
    }
}
