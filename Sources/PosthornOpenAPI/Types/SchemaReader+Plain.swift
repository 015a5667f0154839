internal import PosthornForeign
internal import PosthornSpec

/// Reads schemas without compositions and references.
extension SchemaReader {
    func plain(_ node: Node) throws(ImportFailure) -> Schema {
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
                    node.entries.map {
                        ($0.key, $0.key == "type" ? Node(at: node, text: type) : $0.value)
                    })
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
            if value.kind == .scalar, Text.isSafe(value.text) {
                return Schema(core: .constant(value), node: node)
            }
            if value.kind == .scalar { return Schema(core: .scalar("String"), node: node) }
        }
        if let values = node["enum"]?.list, !values.isEmpty, type != "array", type != "object",
            let schema = try enumeration(values, type, node)
        {
            return schema
        }
        switch type ?? node.impliedType {
        case "string" where node.string("format") == "int-or-string":
            return Schema(
                core: .union(
                    [
                        Schema(core: .scalar("Int"), node: node),
                        Schema(core: .scalar("String"), node: node),
                    ], discriminator: nil), node: node)
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
            let others = node["additionalProperties"]
            if let values = others?.isFalse == true
                ? node.patternValues ?? others : others ?? node.patternValues
            {
                if values.isFalse { return Schema(core: .object([node]), node: node) }
                return Schema(core: .map(values.kind == .mapping ? values : nil), node: node)
            }
            return Schema(core: .map(nil), node: node)
        case let type? where type != "any" && type != "null" && !type.isEmpty:
            return Schema(core: .any, node: node, problem: "the unknown type \(quoted(type))")
        default:
            let isFixed = node["enum"]?.list.isEmpty == false || node["const"] != nil
            return Schema(
                core: .any, node: node,
                problem: isFixed ? "values that are lists or objects" : nil)
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
        if type == nil, values.contains(where: { $0.isTrue || $0.isFalse }) {
            return try enumerationWithBool(values, node, hasNull: hasNull)
        }
        // A spec file cannot have a control character.
        guard values.allSatisfy({ Text.isSafe($0.text) }) else {
            return Schema(core: .scalar("String"), node: node, isNullable: hasNull)
        }
        let names = node["x-enum-varnames"]?.list ?? node["x-enumNames"]?.list ?? []
        let docs = node["x-enum-descriptions"]?.list ?? []
        var all: [EnumShape.Value] = []
        var seen: Set<String> = []
        for (index, value) in values.enumerated() where seen.insert(value.text).inserted {
            let isNamed = names.count == nodes.count
            all.append(
                EnumShape.Value(
                    node: type == "string" && value.isPlain
                        ? Node(at: value, text: value.text) : value,
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

    /// Returns a union of an enum and `Bool`, for values such as `true` and `auto`.
    private func enumerationWithBool(
        _ values: [Node], _ node: Node, hasNull: Bool
    ) throws(ImportFailure) -> Schema? {
        let others = values.filter { !$0.isTrue && !$0.isFalse }
        guard let rest = try enumeration(others, nil, node) else { return nil }
        var members = [rest]
        if case .union(let own, _) = rest.core { members = own }
        members.append(Schema(core: .scalar("Bool"), node: node))
        return Schema(
            core: .union(members, discriminator: nil), node: node, isNullable: hasNull)
    }
}

extension Node {
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
        guard let patterns = self["patternProperties"]?.entries, !patterns.isEmpty else {
            return nil
        }
        return patterns.count == 1
            ? patterns[0].value
            : Node(at: self, [("anyOf", Node(at: self, items: patterns.map(\.value)))])
    }
}
