internal import PosthornSpec

/// A reader of schemas, which brings the many forms of JSON Schema and OpenAPI into one.
final class SchemaReader {
    let document: ForeignDocument
    private var known: [String: Schema] = [:]
    private var open: Set<String> = []
    /// The schemas that extend a schema with a discriminator by `allOf`.
    private var subtypes: [String: [Node]] = [:]

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
                    !reference.text.contains("://")
                else { continue }
                let base = try document.target(of: reference)
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
            return Schema(core: .any, node: node)
        }
        if let reference = node["$ref"], reference.kind == .scalar {
            guard node.keys.count > 1,
                node.keys.contains(where: { $0 != "$ref" && Keywords.specific.contains($0) })
            else {
                var schema = try named(reference)
                if node.isTrue("nullable") { schema.isNullable = true }
                return schema
            }
            let alone = Node(at: node, [("$ref", reference)])
            return try all([alone, node.without(["$ref"])], of: node)
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
        if own.hasFields {
            return try all([own, Node(at: node, node.entries.filter { $0.key.isChoice })], of: node)
        }
        return try union(choices.list, of: node)
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
                        identity: identity, name: Self.name(of: identity), target: target,
                        core: Self.guess(target))),
                node: target)
        }
        defer { open.remove(identity) }
        var schema: Schema
        if let members = subtypes[identity], members.count > 1, target["oneOf"] == nil, target["anyOf"] == nil {
            schema = Schema(
                core: .union(
                    try members.map { member throws(ImportFailure) in try self.schema(member) },
                    discriminator: target["discriminator"]), node: target)
        } else {
            schema = try self.schema(target)
        }
        switch schema.core {
        case .object, .union, .enumeration, .constant:
            schema.core = .reference(
                Schema.Named(
                    identity: identity, name: Self.name(of: identity), target: target,
                    core: schema.core))
        case .any, .null, .reference, .scalar, .array, .map: break
        }
        known[identity] = schema
        return schema
    }

    private static func guess(_ target: Node) -> Schema.Core {
        target["oneOf"] != nil || target["anyOf"] != nil
            ? .union([], discriminator: nil) : .object([target])
    }

    /// Returns the last name of a reference, or the name of its file.
    static func name(of identity: String) -> String {
        let parts = identity.split(separator: "/").map { ForeignDocument.unescaped($0) }
        let words = ["schema", "items", "properties", "content", "responses", "schemas"]
        let last = parts.last { !words.contains($0) } ?? "Value"
        return last.hasSuffix("#") ? "Value" : last
    }

    // MARK: Compositions

    /// Returns the schema of a value that fits all of several schemas.
    private func all(_ parts: [Node], of node: Node) throws(ImportFailure) -> Schema {
        guard parts.count > 1 else {
            guard let part = parts.first else { return try plain(node.without(["allOf"])) }
            return try schema(part)
        }
        var schemas: [Schema] = []
        for part in parts { schemas.append(try self.schema(part)) }
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
                Node(at: member.node, [
                    ("title", member.title), ("allOf", Node(at: node, items: others + [member.reference])),
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

    // MARK: Single schemas

    private func plain(_ node: Node) throws(ImportFailure) -> Schema {
        var types = node["type"]?.list.compactMap(\.string) ?? []
        if let type = node["type"], type.kind == .scalar { types = [type.text] }
        // YAML reads `type: null` as nothing.
        let hasNull =
            types.contains("null") || node["type"]?.isNull == true
            || node["type"]?.list.contains { $0.isNull } == true
        types.removeAll { $0 == "null" }
        if types.count > 1 {
            let members = types.map { type in
                Node(
                    at: node,
                    node.entries.map { ($0.key, $0.key == "type" ? Node(at: node, text: type) : $0.value) })
            }
            var schema = try union(members, of: node)
            schema.isNullable = schema.isNullable || hasNull
            return schema
        }
        var schema = try single(node, types.first)
        if hasNull {
            schema.isNullable = true
            if types.isEmpty { schema.core = .null }
        }
        return schema
    }

    private func single(_ node: Node, _ type: String?) throws(ImportFailure) -> Schema {
        if let value = node["const"] {
            if value.isNull { return Schema(core: .null, node: node, isNullable: true) }
            if value.kind == .scalar { return Schema(core: .constant(value), node: node) }
        }
        if let values = node["enum"]?.list, !values.isEmpty, type != "array", type != "object",
            let schema = try enumeration(values, type, node)
        {
            return schema
        }
        switch type ?? node.impliedType {
        case "string": return Schema(core: .scalar(Formats.text(node)), node: node)
        case "integer": return Schema(core: .scalar(Formats.integer(node)), node: node)
        case "number": return Schema(core: .scalar(Formats.number(node)), node: node)
        case "boolean": return Schema(core: .scalar("Bool"), node: node)
        case "file": return Schema(core: .scalar("Binary"), node: node)
        case "array": return Schema(core: .array(node.itemsOfList), node: node)
        case "object":
            if node["properties"]?.entries.isEmpty == false {
                return Schema(core: .object([node]), node: node)
            }
            if let values = node["additionalProperties"] ?? node.patternValues {
                if values.isFalse { return Schema(core: .object([node]), node: node) }
                return Schema(core: .map(values.kind == .mapping ? values : nil), node: node)
            }
            return Schema(core: .map(nil), node: node)
        default:
            return Schema(
                core: .any, node: node,
                problem: node["enum"] == nil && node["const"] == nil
                    ? nil : "values that are lists or objects")
        }
    }

    /// Returns an enum, or a union of one of texts and one of numbers; `nil` if a value is a list or an object.
    private func enumeration(
        _ nodes: [Node], _ type: String?, _ node: Node
    ) throws(ImportFailure) -> Schema? {
        let values = nodes.filter { !$0.isNull }
        let hasNull = values.count < nodes.count
        guard values.allSatisfy({ $0.kind == .scalar }) else { return nil }
        guard !values.isEmpty else { return Schema(core: .null, node: node, isNullable: true) }
        if type == "boolean" || values.allSatisfy({ $0.isTrue || $0.isFalse }) {
            return Schema(
                core: values.count == 1 ? .constant(values[0]) : .scalar("Bool"), node: node,
                isNullable: hasNull)
        }
        let names = node["x-enum-varnames"]?.list ?? node["x-enumNames"]?.list ?? []
        let docs = node["x-enum-descriptions"]?.list ?? []
        var all: [EnumShape.Value] = []
        var seen: Set<String> = []
        for (index, value) in values.enumerated() where seen.insert(value.text).inserted {
            let isNamed = names.count == nodes.count
            all.append(
                EnumShape.Value(
                    node: type == "string" && value.isPlain ? Node(at: value, text: value.text) : value,
                    name: isNamed ? names[index].string : nil,
                    doc: docs.count == nodes.count ? docs[index].string : nil))
        }
        let numbers = all.filter { $0.node.isNumber }
        if numbers.isEmpty || numbers.count == all.count {
            return Schema(
                core: all.count == 1 ? .constant(all[0].node) : .enumeration(all), node: node,
                isNullable: hasNull)
        }
        let texts = all.filter { !$0.node.isNumber }
        return Schema(
            core: .union(
                [
                    Schema(core: .enumeration(texts), node: node),
                    Schema(core: .enumeration(numbers), node: node),
                ], discriminator: nil), node: node, isNullable: hasNull)
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

    /// The type that a schema without `type` has by its other keywords.
    fileprivate var impliedType: String? {
        if self["properties"] != nil || self["patternProperties"] != nil
            || self["additionalProperties"]?.kind == .mapping
        {
            return "object"
        }
        if self["items"] != nil || self["prefixItems"] != nil { return "array" }
        if self["format"] != nil {
            return ["int32", "int64", "uint64"].contains(string("format"))
                ? "integer"
                : ["float", "double", "decimal"].contains(string("format")) ? "number" : "string"
        }
        if self["pattern"] != nil || self["minLength"] != nil || self["maxLength"] != nil
            || self["contentEncoding"] != nil || self["contentMediaType"] != nil
        {
            return "string"
        }
        if self["minimum"] != nil || self["maximum"] != nil { return "number" }
        return self["required"] == nil ? nil : "object"
    }

    /// The schema of a list's items; of a tuple, that of all its positions.
    fileprivate var itemsOfList: Node? {
        let positions = self["prefixItems"]?.list ?? (self["items"]?.list ?? [])
        guard !positions.isEmpty else { return self["items"] }
        let rest = self["items"].flatMap { $0.kind == .mapping ? [$0] : nil } ?? []
        return Node(at: self, [("anyOf", Node(at: self, items: positions + rest))])
    }

    /// The schema of members by a pattern of their names.
    fileprivate var patternValues: Node? {
        guard let patterns = self["patternProperties"]?.entries, !patterns.isEmpty else { return nil }
        return patterns.count == 1
            ? patterns[0].value
            : Node(at: self, [("anyOf", Node(at: self, items: patterns.map(\.value)))])
    }
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
