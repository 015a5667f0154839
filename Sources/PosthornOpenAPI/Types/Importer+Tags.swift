internal import PosthornForeign
internal import PosthornSpec

/// Finds the member whose values tell the objects of a union apart.
extension Importer {
    /// Finds the member that tells objects apart, and returns whether there is one.
    func tag(
        _ shape: inout UnionShape, _ objects: [DeclaredType], _ owner: Draft
    ) throws(ImportFailure) -> Bool {
        var tags: [[Node]]?
        var member = shape.discriminator?.string("propertyName")
        if let discriminator = shape.discriminator?.string { member = discriminator }
        if let member {
            tags = try mapped(shape.discriminator, member, objects, owner)
        } else {
            for field in objects[0].shape?.fields ?? [] {
                tags = Self.values(of: field.wireName, in: objects)
                guard tags != nil else { continue }
                member = field.wireName
                break
            }
        }
        guard let tags, let member else { return false }
        // A dot in the name would lead into another object.
        shape.by = member.replacing(".", with: "\\.")
        for (index, object) in objects.enumerated() {
            shape.cases[index].tags = tags[index]
            Self.adapt(object, member, tags[index])
        }
        return true
    }

    /// Returns the values of a discriminator for each object: those of the mapping, of the member, or the names.
    private func mapped(
        _ discriminator: Node?, _ member: String, _ objects: [DeclaredType], _ owner: Draft
    ) throws(ImportFailure) -> [[Node]]? {
        var byTarget: [ObjectIdentifier: [Node]] = [:]
        var byName: [String: [Node]] = [:]
        for (value, target) in discriminator?["mapping"]?.entries ?? [] {
            guard let text = target.string else { continue }
            let isPointer =
                text.contains("#") || text.contains("/") || text.hasSuffix(".json")
                || text.hasSuffix(".yaml")
            let path = isPointer ? text : "#/components/schemas/\(text)"
            guard let found = try? document.target(of: Node(at: target, text: path)) else {
                remark(
                    owner, target,
                    "\(quoted(value)) means the schema \(quoted(text)), which is missing, and is left out"
                )
                continue
            }
            byTarget[ObjectIdentifier(found), default: []].append(Node(at: target, text: value))
            // A type that also has the members beside the union has the name of its schema as a title.
            let name = path.split(separator: "/").last.map(String.init) ?? path
            byName[name, default: []].append(Node(at: target, text: value))
        }
        var known: Set<String> = []
        var result: [[Node]] = []
        for object in objects {
            let title = object.node["allOf"] == nil ? nil : object.node.string("title")
            var tags =
                byTarget[ObjectIdentifier(object.node)] ?? title.flatMap { byName[$0] } ?? []
            if tags.isEmpty {
                tags = object.shape.flatMap { Self.values(of: member, in: $0) } ?? []
            }
            if tags.isEmpty {
                // OpenAPI: without a mapping, the value is the name of the schema.
                guard let name = schemaName(of: object) ?? title else { return nil }
                tags = [Node(at: object.node, text: name)]
            }
            if let shape = object.shape, Self.isNumber(member, in: shape) {
                tags = tags.map { Node(at: $0, text: $0.text, isPlain: true) }
            }
            tags = tags.filter { known.insert($0.text).inserted }
            guard !tags.isEmpty else { return nil }
            result.append(tags)
        }
        return Self.areOfOneKind(result) ? result : nil
    }

    /// Returns the values of a member for each object, if no two objects share one.
    private static func values(of member: String, in objects: [DeclaredType]) -> [[Node]]? {
        var known: Set<String> = []
        var result: [[Node]] = []
        for object in objects {
            // A value without the member fits each object in which it is optional.
            guard let shape = object.shape, let values = values(of: member, in: shape),
                !shape.fields.contains(where: { $0.wireName == member && $0.mayBeLeftOut })
            else { return nil }
            for value in values {
                guard known.insert(value.text).inserted else { return nil }
            }
            result.append(values)
        }
        return areOfOneKind(result) ? result : nil
    }

    private static func values(of member: String, in shape: ObjectShape) -> [Node]? {
        guard let field = shape.fields.first(where: { $0.wireName == member }) else { return nil }
        if let constant = field.constant { return [constant] }
        guard case .enumeration(let values) = field.type.declaredType?.kind,
            values.values.count < 30
        else { return nil }
        return values.values.map(\.node)
    }

    private static func isNumber(_ member: String, in shape: ObjectShape) -> Bool {
        guard let field = shape.fields.first(where: { $0.wireName == member }) else { return false }
        if let constant = field.constant { return constant.isNumber }
        if case .enumeration(let values) = field.type.declaredType?.kind { return values.isNumber }
        return field.type.text == "Int"
    }

    /// Returns whether all values are texts, all whole numbers, or all Booleans.
    private static func areOfOneKind(_ tags: [[Node]]) -> Bool {
        let kinds = Set(
            tags.joined().map { tag in
                tag.isTrue || tag.isFalse ? 0 : tag.isNumber ? tag.integer == nil ? 1 : 2 : 3
            })
        return kinds.count == 1 && kinds != [1] && !tags.joined().contains { $0.text.isEmpty }
    }

    /// Gives the discriminator of an object a type that holds its values.
    private static func adapt(_ object: DeclaredType, _ member: String, _ tags: [Node]) {
        guard var shape = object.shape else { return }
        let isNumber = tags[0].isNumber
        let isBool = tags[0].isTrue || tags[0].isFalse
        let plain = TypeText.name(isBool ? "Bool" : isNumber ? "Int" : "String")
        guard let place = shape.fields.firstIndex(where: { $0.wireName == member }) else {
            // Several values mean the type, which keeps the one that it is.
            guard tags.count > 1 else { return }
            shape.fields.append(
                FieldDraft(wireName: member, type: plain, isOptional: false, node: object.node))
            object.shape = shape
            return
        }
        var field = shape.fields[place]
        field.isOptional = false
        (field.isReadOnly, field.isWriteOnly) = (false, false)
        field.limits = []
        if let constant = field.constant, tags.count > 1 || constant.text != tags[0].text {
            field.constant = nil
            field.type = plain
        } else if field.constant == nil {
            if case .enumeration(let values) = field.type.declaredType?.kind,
                !field.type.isNullable,
                values.isNumber == isNumber, !field.type.isCollection,
                Set(values.values.map(\.node.text)).isSuperset(of: tags.map(\.text))
            {
            } else {
                field.type = plain
            }
        }
        shape.fields[place] = field
        object.shape = shape
    }

    private func schemaName(of type: DeclaredType) -> String? {
        type.nestedName == nil ? schemaNames[ObjectIdentifier(type.node)] : nil
    }
}
