internal import PosthornForeign
internal import PosthornSpec

/// Reads `oneOf`, `anyOf` and lists of types.
///
/// A union of the spec language tells its types apart by the kinds of their values, so that schemas of one kind
/// become one schema where that loses nothing: texts and enums of texts become an open enum.
extension SchemaReader {
    func union(_ nodes: [Node], of node: Node) throws(ImportFailure) -> Schema {
        var members: [Schema] = []
        var isNullable = false
        var hasItself = false
        for member in nodes {
            for schema in try alternatives(member, nodes.count) {
                isNullable = isNullable || schema.isNullable
                if case .null = schema.core { continue }
                if case .reference(let named) = schema.core, named.target === node {
                    hasItself = true
                    continue
                }
                members.append(schema)
            }
        }
        if members.isEmpty, hasItself {
            return Schema(
                core: .any, node: node, isNullable: isNullable,
                problem: "a union of nothing but itself")
        }
        if nodes.contains(where: { !$0.isStructural && !$0.isNull }) && members.isEmpty {
            return Schema(core: .any, node: node)
        }
        var schema = joined(members, of: node)
        schema.isNullable = schema.isNullable || isNullable
        if members.isEmpty { schema.core = isNullable ? .null : .any }
        return schema
    }

    /// Returns the schemas of a member: those of a union without a name or a discriminator, or the member itself.
    private func alternatives(_ node: Node, _ count: Int) throws(ImportFailure) -> [Schema] {
        var schema = try self.schema(node)
        guard case .union(let members, let discriminator) = schema.target, count > 1,
            !members.isEmpty
        else {
            // The values of an enum in another schema are documented there.
            if case .constant = schema.core, case .scalar = node.kind { schema.node = node }
            return [schema]
        }
        if discriminator != nil, case .reference = schema.core { return [schema] }
        return members.map { member in
            var member = member
            member.isNullable = member.isNullable || schema.isNullable
            return member
        }
    }

    /// Returns the schemas as one that has a schema for each kind of value.
    private func joined(_ members: [Schema], of node: Node) -> Schema {
        var order: [Schema.Kind] = []
        var groups: [Schema.Kind: [Schema]] = [:]
        // Lists of unions of lists, of which the outer ones decide.
        nesting += 3
        defer { nesting -= 3 }
        for member in members {
            var kind = self.kind(of: member.target, depth: nesting)
            if kind == .union { kind = .object }
            if kind == .any { return Schema(core: .any, node: node, problem: member.problem) }
            if groups[kind] == nil { order.append(kind) }
            groups[kind, default: []].append(member)
        }
        if order.contains(.array(.any)) {
            for kind in order {
                guard case .array(let item) = kind, item != .any else { continue }
                groups[.array(.any), default: []] += groups.removeValue(forKey: kind) ?? []
                order.removeAll { $0 == kind }
            }
        }
        var result: [Schema] = []
        for kind in order {
            let group = groups[kind] ?? []
            switch kind {
            case .text: result.append(text(group, of: node))
            case .number: result += numbers(group, of: node, isAlone: order.count == 1)
            case .bool: result.append(group.count == 1 ? group[0] : bool(node))
            case .array: result.append(list(group, of: node))
            case .object, .union: result += Self.distinct(group)
            case .any, .null: break
            }
        }
        if result.count == 1, let only = result.first {
            var only = only
            only.isNullable = false
            return only
        }
        return Schema(core: .union(result, discriminator: node["discriminator"]), node: node)
    }

    private func bool(_ node: Node) -> Schema { Schema(core: .scalar("Bool"), node: node) }

    /// Returns each referred schema once.
    private static func distinct(_ group: [Schema]) -> [Schema] {
        var seen: Set<String> = []
        return group.filter { schema in
            guard case .reference(let named) = schema.core else { return true }
            return seen.insert(named.identity).inserted
        }
    }

    private func text(_ group: [Schema], of node: Node) -> Schema {
        guard group.count > 1 else { return group[0] }
        var values: [EnumShape.Value] = []
        var enums: [Schema] = []
        var names: Set<String> = []
        for schema in group {
            switch schema.target {
            case .enumeration(let own):
                values += own
                enums.append(schema)
            case .constant(let value):
                values.append(
                    EnumShape.Value(
                        node: value, name: schema.node.string("title"),
                        doc: schema.node.string("description")))
                enums.append(schema)
            case .scalar(let name): names.insert(name)
            default: break
            }
        }
        // Enums of the spec language are open, so that they also read other texts.
        if enums.count == 1 {
            guard case .constant = enums[0].target else { return enums[0] }
            return Schema(
                core: names == ["String"] ? .enumeration(values) : .scalar("String"), node: node)
        }
        if enums.isEmpty {
            if names.count == 1, let name = names.first {
                return Schema(core: .scalar(name), node: node)
            }
            return Schema(core: .scalar("String"), node: node)
        }
        var seen: Set<String> = []
        return Schema(
            core: .enumeration(values.filter { seen.insert($0.node.text).inserted }), node: node)
    }

    /// Returns numbers as one schema, or as one for integers, which `Double` would round, and one for others.
    ///
    /// - Parameter isAlone: Whether all members are numbers: then only integers of 64 bits stay apart, since otherwise a
    ///   `Double` is simpler to use.
    private func numbers(_ group: [Schema], of node: Node, isAlone: Bool) -> [Schema] {
        let hasIntegers = group.contains { schema in
            guard case .scalar("Int") = schema.target else { return false }
            return !isAlone || schema.node.string("format") == "int64"
        }
        let one = number(group, of: node)
        guard hasIntegers, case .scalar("Double") = one.core,
            group.contains(where: { if case .scalar("Double") = $0.target { true } else { false } })
        else { return [one] }
        return [Schema(core: .scalar("Int"), node: node), one]
    }

    private func number(_ group: [Schema], of node: Node) -> Schema {
        guard group.count > 1 else { return group[0] }
        var values: [EnumShape.Value] = []
        var names: Set<String> = []
        for schema in group {
            switch schema.target {
            case .enumeration(let own): values += own
            case .constant(let value):
                values.append(
                    EnumShape.Value(
                        node: value, name: schema.node.string("title"),
                        doc: schema.node.string("description")))
            case .scalar(let name): names.insert(name)
            default: break
            }
        }
        var seen: Set<String> = []
        values = values.filter { seen.insert($0.node.text).inserted }
        if names.isEmpty, values.count > 1 {
            return Schema(core: .enumeration(values), node: node)
        }
        let isWhole = values.allSatisfy { $0.node.integer != nil }
        if names.count == 1, let name = names.first, isWhole {
            return Schema(core: .scalar(name), node: node)
        }
        return Schema(core: .scalar(names == ["Int"] && isWhole ? "Int" : "Double"), node: node)
    }

    /// Returns lists of one kind as a list whose items have any of their types.
    private func list(_ group: [Schema], of node: Node) -> Schema {
        guard group.count > 1 else { return group[0] }
        var items: [Node] = []
        for schema in group {
            guard case .array(let item?) = schema.target else {
                return Schema(core: .array(nil), node: node)
            }
            items.append(item)
        }
        return Schema(
            core: .array(Node(at: node, [("anyOf", Node(at: node, items: items))])), node: node)
    }

    /// Returns the kind of a schema's values in JSON.
    func kind(of core: Schema.Core, depth: Int) -> Schema.Kind {
        switch core {
        case .any: return .any
        case .null: return .null
        case .reference(let named): return kind(of: named.core, depth: depth)
        case .scalar("Bool"): return .bool
        case .scalar(let name):
            return name == "JSON" ? .any : Formats.isText(name) ? .text : .number
        case .constant(let value):
            return value.isTrue || value.isFalse ? .bool : value.isNumber ? .number : .text
        case .enumeration(let values):
            return values.first?.node.isNumber == true ? .number : .text
        case .array(let item):
            listNesting += 1
            defer { listNesting -= 1 }
            guard let item, listNesting < 5, let schema = try? self.schema(item) else {
                return .array(.any)
            }
            return .array(kind(of: schema.target, depth: depth + 1))
        case .map, .object: return .object
        case .union(let members, _):
            let kinds = Set(members.map { kind(of: $0.target, depth: depth + 1) })
            return kinds.count == 1 ? kinds.first ?? .union : .union
        }
    }
}
