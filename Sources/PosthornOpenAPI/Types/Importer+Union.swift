internal import PosthornForeign
internal import PosthornSpec

/// Decides how the types of a union are told apart, when all of its types are known.
extension Importer {
    func resolve(_ type: DeclaredType) throws(ImportFailure) {
        guard case .union(var shape) = type.kind, !shape.isResolved else { return }
        shape.isResolved = true
        type.kind = .union(shape)
        try flatten(&shape)
        // Whether one type covers another depends on the unions in them.
        for field in shape.cases.flatMap({ $0.type.declaredType?.shape?.fields ?? [] }) {
            if let inner = field.type.innermost { try resolve(inner) }
        }
        let objects = shape.cases.compactMap { $0.type.declaredType }.filter(\.isObject)
        if objects.count == shape.cases.count, objects.count > 1,
            try tag(&shape, objects)
        {
            type.kind = .union(shape)
            return
        }
        shape.cases = try listed(shape.cases, of: type)
        guard shape.cases.count > 1 else {
            // All of them became one.
            if let only = shape.cases.first?.type {
                if let object = only.declaredType, object.isObject {
                    type.kind = object.kind
                } else {
                    type.kind = .wrapper(only)
                }
            }
            return
        }
        type.kind = .union(shape)
    }

    /// Replaces unions among the cases by their cases, so that one member or one order tells all apart.
    private func flatten(_ shape: inout UnionShape) throws(ImportFailure) {
        var cases: [UnionShape.Case] = []
        var seen: Set<ObjectIdentifier> = []
        var open = shape.cases
        while !open.isEmpty {
            let next = open.removeFirst()
            guard let declared = next.type.declaredType else {
                cases.append(next)
                continue
            }
            guard seen.insert(ObjectIdentifier(declared)).inserted else { continue }
            if case .union(let inner) = declared.kind {
                open = inner.cases + open
            } else {
                cases.append(next)
            }
        }
        shape.cases = cases
    }

    // MARK: By a member

    /// Finds the member that tells objects apart, and returns whether there is one.
    private func tag(
        _ shape: inout UnionShape, _ objects: [DeclaredType]
    ) throws(ImportFailure) -> Bool {
        var tags: [[Node]]?
        var member = shape.discriminator?.string("propertyName")
        if let discriminator = shape.discriminator?.string { member = discriminator }
        if let member {
            tags = try mapped(shape.discriminator, member, objects)
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
        _ discriminator: Node?, _ member: String, _ objects: [DeclaredType]
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
            guard let shape = object.shape, let values = values(of: member, in: shape) else {
                return nil
            }
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

    // MARK: By their form

    /// Returns the cases in an order in which each can be read, with objects that nothing tells apart as one.
    private func listed(
        _ cases: [UnionShape.Case], of union: DeclaredType
    ) throws(ImportFailure) -> [UnionShape.Case] {
        var ordered: [[TypeText]] = []
        for type in cases.map(\.type) {
            guard let place = ordered.firstIndex(where: { Cover.covers($0[0], type) }) else {
                ordered.append([type])
                continue
            }
            if Cover.covers(type, ordered[place][0]) {
                ordered[place].append(type)
            } else {
                ordered.insert([type], at: place)
            }
        }
        // A type that comes first for one of the others can cover a third.
        var index = 0
        while index < ordered.count {
            var later = index + 1
            while later < ordered.count {
                if ordered[index].contains(where: { Cover.covers($0, ordered[later][0]) }) {
                    ordered[index] += ordered.remove(at: later)
                } else {
                    later += 1
                }
            }
            index += 1
        }
        var result: [UnionShape.Case] = []
        for group in ordered {
            guard group.count > 1 else {
                result.append(UnionShape.Case(type: group[0]))
                continue
            }
            let objects = group.compactMap { $0.declaredType }.filter(\.isObject)
            guard objects.count == group.count else {
                let type = group.first { $0.isCollection } ?? group[0]
                result.append(UnionShape.Case(type: type))
                if objects.count > 0 {
                    note(
                        union, union.node,
                        "objects that no member tells apart from a map became '\(type.text)'")
                }
                continue
            }
            result.append(
                UnionShape.Case(
                    type: .declared(try merged(objects, of: union, isWhole: ordered.count == 1))))
        }
        return result
    }

    /// Returns an object with the members of all: required are those that all require.
    private func merged(
        _ objects: [DeclaredType], of union: DeclaredType, isWhole: Bool
    ) throws(ImportFailure) -> DeclaredType {
        let result = DeclaredType(
            union.node, name: isWhole ? union.name : naming.place([union.name, "Object"]))
        result.doc = "One of \(objects.map(\.name).joined(separator: ", "))."
        if isWhole, union.doc == nil { union.doc = result.doc }
        let place = Place(owner: result, names: [result.name])
        var shape = ObjectShape()
        var places: [String: Int] = [:]
        for (number, object) in objects.enumerated() {
            guard let own = object.shape else { continue }
            shape.others = shape.others ?? own.others
            for var field in own.fields {
                guard let known = places[field.wireName] else {
                    places[field.wireName] = shape.fields.count
                    field.isOptional = field.isOptional || number > 0
                    loosen(&field)
                    shape.fields.append(field)
                    continue
                }
                let first = shape.fields[known]
                shape.fields[known].isOptional = first.isOptional || field.isOptional
                if Self.isSame(first, field) { continue }
                let both = Node(
                    at: union.node,
                    [("anyOf", Node(at: union.node, items: [first.node, field.node]))])
                var joined = try self.field(
                    field.wireName, both, isOptional: shape.fields[known].isOptional,
                    named: first.swiftName, at: place, canNest: false)
                joined.doc = first.doc ?? field.doc
                loosen(&joined)
                joined.node = both
                shape.fields[known] = joined
            }
            let names = Set(own.fields.map(\.wireName))
            for index in shape.fields.indices where !names.contains(shape.fields[index].wireName) {
                shape.fields[index].isOptional = true
                loosen(&shape.fields[index])
            }
        }
        var taken: Set<String> = []
        let names = Naming.members(
            shape.fields.map(\.wireName), reserved: ReservedNames.fields, taken: &taken, ending: "")
        for (index, name) in names.enumerated() { shape.fields[index].swiftName = name }
        result.kind = .object(shape)
        return result
    }

    /// Lets a constant be missing, and a type in place stand under a name that both objects can use.
    private func loosen(_ field: inout FieldDraft) {
        if field.isOptional, let constant = field.constant {
            field.constant = nil
            if constant.isTrue || constant.isFalse {
                field.type = .name("Bool")
            } else {
                field.type = constant.isNumber ? .name("Double") : .string
            }
        }
        if let inner = field.type.innermost, inner.nestedName != nil {
            inner.nestedName = nil
            inner.name = naming.place([inner.name])
        }
    }

    private static func isSame(_ left: FieldDraft, _ right: FieldDraft) -> Bool {
        if let first = left.constant, let second = right.constant {
            return first.text == second.text
        }
        return left.constant == nil && right.constant == nil && left.type.text == right.type.text
            && (left.type.innermost == nil || left.type.innermost === right.type.innermost)
    }
}
