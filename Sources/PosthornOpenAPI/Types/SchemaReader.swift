internal import PosthornForeign
internal import PosthornSpec

/// A reader of schemas, which brings the many forms of JSON Schema and OpenAPI into one.
final class SchemaReader {
    let document: ForeignDocument
    private var known: [String: Schema] = [:]
    private var open: Set<String> = []
    /// How deep the unions are that are being read, one within a list of the other.
    var nesting = -3
    /// The schemas that extend a schema with a discriminator by `allOf`.
    private var subtypes: [String: [Node]] = [:]
    /// The unions whose types extend them.
    private var bases: Set<String> = []
    private var depth = 0
    /// The number of lists around the one whose items are looked at.
    var listNesting = 0
    /// The keywords with values that they can't have.
    var malformed: [(node: Node, reason: String)] = []
    var checked: Set<ObjectIdentifier> = []

    init(_ document: ForeignDocument) throws(ImportFailure) {
        self.document = document
        try findSubtypes()
    }

    private func findSubtypes() throws(ImportFailure) {
        let schemas = document.root["components"]?["schemas"] ?? document.root["definitions"]
        let path = document.root["definitions"] == nil ? "#/components/schemas/" : "#/definitions/"
        for (name, schema) in schemas?.entries ?? [] {
            for part in schema["allOf"]?.list ?? [] {
                guard let reference = part["$ref"], reference.string != nil,
                    !reference.text.hasScheme
                else { continue }
                let base = try document.target(of: reference)
                for member in (base["oneOf"] ?? base["anyOf"])?.list ?? [] {
                    guard let own = member["$ref"], own.string != nil, !own.text.hasScheme,
                        try document.target(of: own) === schema
                    else { continue }
                    bases.insert(try document.identity(of: reference))
                }
                guard base["discriminator"] != nil, base["oneOf"] == nil, base["anyOf"] == nil
                else { continue }
                let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
                let pointer = Node(at: schema, text: path + escaped)
                subtypes[try document.identity(of: reference), default: []]
                    .append(Node(at: schema, [("$ref", pointer)]))
            }
        }
    }

    /// Returns a schema in one form.
    func schema(_ node: Node) throws(ImportFailure) -> Schema {
        guard node.kind == .mapping else {
            let isAny = node.isTrue || node.isFalse || node.isNull
            return Schema(
                core: .any, node: node, problem: isAny ? nil : "a schema that is no group of keys")
        }
        check(node)
        depth += 1
        defer { depth -= 1 }
        guard depth < 60 else {
            return Schema(core: .any, node: node, problem: "schemas that combine each other")
        }
        if let reference = node["$ref"], reference.kind == .scalar {
            guard node.keys.count > 1,
                node.keys.contains(where: { $0 != "$ref" && Keywords.specific.contains($0) })
            else {
                var schema = try named(reference)
                if node.isTrue("nullable") || node.isTrue("x-nullable") { schema.isNullable = true }
                return schema
            }
            let alone = Node(at: node, [("$ref", reference)])
            return try all([alone, node.without(["$ref"])], of: node)
        }
        if let reference = node["$dynamicRef"], reference.string != nil {
            guard document.isUnique(reference) else {
                return Schema(
                    core: .any, node: node, problem: "a '$dynamicRef' with several targets")
            }
            return try self.schema(Node(at: node, [("$ref", reference)]))
        }
        if node["$recursiveRef"]?.string == "#", let reference = document.schema(around: node) {
            return try self.schema(Node(at: node, [("$ref", reference)]))
        }
        var schema = try withoutReference(node)
        if node.isTrue("nullable") || node.isTrue("x-nullable") { schema.isNullable = true }
        return schema
    }

    private func withoutReference(_ node: Node) throws(ImportFailure) -> Schema {
        let choices = node["oneOf"] ?? node["anyOf"]
        let hasChoices = choices?.list.contains { $0.isStructural && !$0.hasOnlyRequired } ?? false
        let parts = node["allOf"]?.list ?? []
        if parts.isEmpty, !hasChoices { return try plain(node) }
        let own = node.without(["allOf", "oneOf", "anyOf", "discriminator", "not"])
        if !parts.isEmpty {
            var all = parts.filter { $0.isStructural }
            if own.hasFields || all.isEmpty && own.isStructural { all.append(own) }
            if hasChoices { all.append(Node(at: node, node.entries.filter { $0.key.isChoice })) }
            var schema = try self.all(all, of: node)
            if parts.contains(where: { $0.isTrue("nullable") && !$0.isStructural }) {
                schema.isNullable = true
            }
            return schema
        }
        guard let choices else { return try plain(node) }
        if own.hasFields, try !areExtensions(choices.list, of: node) {
            return try all(
                [own, Node(at: node, node.entries.filter { $0.key.isChoice })], of: node)
        }
        return try union(choices.list, of: node)
    }

    /// Returns whether all schemas have the members of one by an `allOf` of their own.
    private func areExtensions(_ schemas: [Node], of base: Node) throws(ImportFailure) -> Bool {
        for schema in schemas {
            guard let reference = schema["$ref"], reference.kind == .scalar else { return false }
            var isExtension = false
            for part in try document.target(of: reference)["allOf"]?.list ?? [] {
                if let own = part["$ref"], own.kind == .scalar,
                    try document.target(of: own) === base
                {
                    isExtension = true
                }
            }
            guard isExtension else { return false }
        }
        return true
    }

    // MARK: References

    /// Returns the schema behind a reference: the schema itself if it needs no name.
    private func named(_ reference: Node) throws(ImportFailure) -> Schema {
        let identity = try document.identity(of: reference)
        if let schema = known[identity] { return schema }
        let target = try document.target(of: reference)
        guard open.insert(identity).inserted else {
            // A schema within itself, reached by lists and unions alone, which is an object or a union.
            return Schema(
                core: .reference(
                    Schema.Named(
                        identity: identity, name: document.name(of: identity), target: target,
                        core: Self.guess(target))),
                node: target)
        }
        defer { open.remove(identity) }
        var schema: Schema
        if let members = subtypes[identity], members.count > 1, target["oneOf"] == nil,
            target["anyOf"] == nil
        {
            schema = Schema(
                core: .union(
                    try members.map { member throws(ImportFailure) in try self.schema(member) },
                    discriminator: target["discriminator"]), node: target)
        } else {
            schema = try self.schema(target)
        }
        switch schema.core {
        // An enum has no Booleans.
        case .constant(let value) where value.isTrue || value.isFalse: break
        case .object, .union, .enumeration, .constant:
            schema.core = .reference(
                Schema.Named(
                    identity: identity, name: document.name(of: identity), target: target,
                    core: schema.core))
        case .array, .map:
            // A list within itself needs a name, or it would have no end.
            var seen: Set<String> = []
            if try leads(target, to: identity, &seen, depth: 0) {
                schema.core = .reference(
                    Schema.Named(
                        identity: identity, name: document.name(of: identity), target: target,
                        core: schema.core))
            }
        case .any, .null, .reference, .scalar: break
        }
        known[identity] = schema
        return schema
    }

    /// Returns whether a list or a map leads to a schema by lists, maps and unions.
    ///
    /// Lists that are nested deeper are refused later.
    private func leads(
        _ node: Node, to identity: String, _ seen: inout Set<String>, depth: Int
    ) throws(ImportFailure) -> Bool {
        guard depth < 250 else { return false }
        if let reference = node["$ref"], reference.kind == .scalar {
            let own = try document.identity(of: reference)
            if own == identity { return true }
            guard seen.insert(own).inserted else { return false }
            return try leads(
                try document.target(of: reference), to: identity, &seen, depth: depth + 1)
        }
        for key in ["items", "additionalProperties", "prefixItems", "anyOf", "oneOf"] {
            guard let value = node[key] else { continue }
            for part in value.kind == .sequence ? value.items : [value]
            where try leads(part, to: identity, &seen, depth: depth + 1) { return true }
        }
        return false
    }

    private static func guess(_ target: Node) -> Schema.Core {
        target["oneOf"] != nil || target["anyOf"] != nil
            ? .union([], discriminator: nil) : .object([target])
    }

    // MARK: Compositions

    /// Returns the schema of a value that fits all of several schemas.
    private func all(_ parts: [Node], of node: Node) throws(ImportFailure) -> Schema {
        guard parts.count > 1 else {
            guard let part = parts.first else { return try plain(node.without(["allOf"])) }
            return try schema(part)
        }
        var schemas: [Schema] = []
        for part in parts {
            if let reference = part["$ref"], reference.kind == .scalar,
                bases.contains(try document.identity(of: reference))
            {
                schemas.append(Schema(core: .object([part]), node: part))
            } else {
                schemas.append(try self.schema(part))
            }
        }
        let isObject = { (schema: Schema) in
            if let base = schema.polymorphicBase, base["oneOf"] == nil { return true }
            return switch schema.target {
            case .object, .map, .any: true
            default: false
            }
        }
        if schemas.allSatisfy(isObject) {
            let nodes = zip(parts, schemas).filter { part, schema in
                if case .any = schema.core { part["required"] != nil } else { true }
            }
            if nodes.count == 1, parts.count(where: { $0["required"] != nil }) == 0 {
                return nodes[0].1
            }
            return Schema(core: .object(nodes.map(\.0)), node: node)
        }
        let unions = schemas.indices.filter { index in
            if case .union = schemas[index].target { !isObject(schemas[index]) } else { false }
        }
        let rest = schemas.indices.filter { !unions.contains($0) }
        if unions.count == 1, rest.allSatisfy({ isObject(schemas[$0]) }),
            case .union(let members, let discriminator) = schemas[unions[0]].target
        {
            let others = rest.map { parts[$0] }.filter { $0.isMoreThanRequired }
            if others.isEmpty { return schemas[unions[0]] }
            let joined = members.map { member in
                Node(
                    at: member.node,
                    [
                        ("title", member.title),
                        ("allOf", Node(at: node, items: others + [member.reference])),
                    ])
            }
            var combined: [Schema] = []
            for member in joined { combined.append(try schema(member)) }
            return Schema(
                core: .union(combined, discriminator: discriminator), node: node,
                isNullable: schemas[unions[0]].isNullable)
        }
        // Scalars, enums and lists that the parts describe together: the most precise one counts.
        let ranked = schemas.filter { if case .any = $0.core { false } else { true } }
        let kinds = Set(ranked.map { kind(of: $0.target, depth: 0) })
        guard kinds.count == 1, kinds != [.object], kinds != [.union] else {
            return Schema(core: .any, node: node, problem: "an 'allOf' of types that no value has")
        }
        return ranked.max { $0.precision < $1.precision } ?? Schema(core: .any, node: node)
    }
}

extension String {
    fileprivate var isChoice: Bool {
        self == "oneOf" || self == "anyOf" || self == "discriminator"
    }
}

extension Node {
    /// Whether the schema only says which members are required.
    var hasOnlyRequired: Bool {
        !keys.contains { Keywords.structural.contains($0) && $0 != "required" && $0 != "type" }
            && self["required"] != nil
    }

    /// Whether the schema has fields of its own, which a composition beside them adds to.
    fileprivate var hasFields: Bool {
        self["properties"]?.entries.isEmpty == false || self["required"]?.list.isEmpty == false
            || self["additionalProperties"]?.kind == .mapping || self["enum"] != nil
            || self["items"] != nil
    }

    /// Whether the schema says more than which members are required.
    fileprivate var isMoreThanRequired: Bool { isStructural && !hasOnlyRequired }
}

extension Schema {
    /// The target of a reference to a schema that others extend.
    fileprivate var polymorphicBase: Node? {
        guard case .reference(let named) = core, named.target["discriminator"] != nil,
            named.target["oneOf"] == nil, named.target["anyOf"] == nil
        else { return nil }
        return named.target
    }

    /// A schema that means this one.
    fileprivate var reference: Node { node }

    fileprivate var title: Node {
        if case .reference(let named) = core { return Node(at: node, text: named.name) }
        return node["title"] ?? Node(at: node, text: "")
    }

    fileprivate var precision: Int {
        switch target {
        case .any, .null: 0
        case .scalar("String"): 1
        case .scalar, .array, .map: 2
        case .object, .union: 3
        case .enumeration: 4
        case .constant: 5
        case .reference: 3
        }
    }
}
