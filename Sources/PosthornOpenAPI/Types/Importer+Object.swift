internal import PosthornForeign
internal import PosthornSpec

/// Converts objects.
extension Importer {
    /// The members of schemas that an object has together.
    private struct Members {
        var names: [String] = []
        var schemas: [String: Node] = [:]
        var required: Set<String> = []
        var others: Node?

        /// Adds the members of another object of a union.
        mutating func add(_ own: Members, _ union: (Node, Node) -> Node) {
            for name in own.names {
                guard let schema = own.schemas[name] else { continue }
                if let known = schemas[name] {
                    schemas[name] = union(known, schema)
                } else {
                    names.append(name)
                    schemas[name] = schema
                }
            }
            required.formUnion(own.required)
            others = others ?? own.others
        }
    }

    /// Returns the object that has the members of all parts, or of the objects of a union.
    func shape(
        _ parts: [Node], of type: DeclaredType, at place: Place, areAlternatives: Bool = false
    ) throws(ImportFailure) -> ObjectShape {
        var members = Members()
        var seen: Set<String> = []
        for part in parts {
            guard areAlternatives else {
                try collect(part, into: &members, &seen, place.owner, depth: 0)
                continue
            }
            var own = Members()
            seen = []
            try collect(part, into: &own, &seen, place.owner, depth: 0)
            members.add(own, union)
        }
        var taken: Set<String> = []
        let swiftNames = Naming.members(
            members.names, reserved: ReservedNames.fields, taken: &taken, ending: "")
        var shape = ObjectShape()
        for (name, swiftName) in zip(members.names, swiftNames) {
            guard let node = members.schemas[name] else { continue }
            shape.fields.append(
                try field(
                    name, node, isOptional: !members.required.contains(name), named: swiftName,
                    at: place, canNest: true))
        }
        if let others = members.others, others.kind == .mapping || others.isTrue {
            shape.others =
                others.kind == .mapping && others.isStructural
                ? try self.type(others, at: place.named("Others")) : .json
            if taken.contains("others") { shape.others = nil }
        }
        return shape
    }

    private func collect(
        _ node: Node, into members: inout Members, _ seen: inout Set<String>, _ owner: Draft,
        depth: Int
    ) throws(ImportFailure) {
        guard depth < 50 else {
            throw document.failure(
                node, "'allOf' leads to an object", found: "a circle of schemas",
                write: "the members in one of them")
        }
        var node = node
        if let reference = node["$ref"], reference.kind == .scalar {
            let identity = try document.identity(of: reference)
            // The same base is often included twice; within itself it would have no end.
            guard seen.insert(identity).inserted else { return }
            try collect(
                try document.target(of: reference), into: &members, &seen, owner, depth: depth + 1)
            node = node.without(["$ref"])
        }
        for part in node["allOf"]?.list ?? [] {
            try collect(part, into: &members, &seen, owner, depth: depth + 1)
        }
        for (name, schema) in node["properties"]?.entries ?? []
        where !schema.isTrue(Node.common) {
            guard Text.isSafe(name) else {
                remark(owner, schema, "a member with a control character in its name is left out")
                continue
            }
            guard let known = members.schemas[name] else {
                members.names.append(name)
                members.schemas[name] = schema
                continue
            }
            members.schemas[name] = try intersection(known, schema, name, owner)
        }
        for name in node["required"]?.list ?? [] { members.required.insert(name.text) }
        if let others = node["additionalProperties"] ?? node["unevaluatedProperties"],
            !others.isFalse
        {
            members.others = others
        }
    }

    /// Converts a member of an object or a parameter.
    func field(
        _ name: String, _ node: Node, isOptional: Bool, named swiftName: String?, at place: Place,
        canNest: Bool
    ) throws(ImportFailure) -> FieldDraft {
        let schema = try schemas.schema(node)
        let field = swiftName ?? SwiftName.camelCase(name) ?? "value"
        var own = place.named(name)
        if canNest { own.field = field }
        var result = FieldDraft(
            wireName: name, swiftName: swiftName, type: .json, isOptional: isOptional, node: node)
        if case .constant(let value) = schema.target, !isOptional, !schema.isNullable {
            result.constant = value
            result.type =
                value.isTrue || value.isFalse
                ? .name("Bool") : value.isNumber ? .name("Double") : .string
        } else {
            result.type = try type(schema, at: own)
        }
        let target = schema.node
        result.doc = Text.doc(
            node["description"] ?? (canBorrowDoc(schema) ? target["description"] : nil))
        result.isDeprecated =
            node.isTrue("deprecated") || target.isTrue("deprecated") && canBorrowDoc(schema)
        result.isReadOnly = node.isTrue("readOnly") || target.isTrue("readOnly")
        result.isWriteOnly = node.isTrue("writeOnly") || target.isTrue("writeOnly")
        if result.isReadOnly, result.isWriteOnly {
            (result.isReadOnly, result.isWriteOnly) = (false, false)
        }
        result.isSecret = node["format"]?.string == "password" && result.constant == nil
        let limits = Limits(node, target, result.type.wrapped)
        result.limits = limits.limits
        place.owner.limits += limits.notes
        return result
    }

    /// Whether the documentation of a schema is that of the field, because the schema has no name of its own.
    private func canBorrowDoc(_ schema: Schema) -> Bool {
        if case .reference = schema.core { false } else { true }
    }
}
