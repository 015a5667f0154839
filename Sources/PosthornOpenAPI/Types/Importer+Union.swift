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
            try tag(&shape, objects, type)
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

    /// Returns a union whose types the name of an event tells apart, which is no part of their values.
    func unionByEvent(
        _ cases: [UnionShape.Case], named names: [String], _ node: Node
    ) -> DeclaredType {
        let type = DeclaredType(node, name: naming.place(names))
        type.kind = .union(UnionShape(cases: cases, isByEvent: true, isResolved: true))
        return type
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
        return UnionOrder(result).sorted
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
