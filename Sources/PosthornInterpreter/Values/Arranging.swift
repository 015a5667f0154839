internal import PosthornCore
internal import PosthornSpec

/// Brings the members of values in the order of the spec, and adds the defaults and the constants.
struct Arranging {
    let types: [String: TypeSpec]
    private let shapes: ObjectShapes
    /// Whether members that are absent stay so, as in a merge patch.
    var isPartial = false

    /// Creates what brings the values of responses in order.
    init(_ spec: InterpretedSpec) {
        self.init(types: spec.types)
        isPartial = true
    }

    init(types: [String: TypeSpec]) {
        self.types = types
        shapes = ObjectShapes(types)
    }

    /// Returns a value of a type as a request has it; a value of another type stays as it is.
    func arranged(_ value: JSONValue, _ type: TypeExpression, depth: Int = 0) -> OrderedJSON {
        // The values of a command line are not as deep; a default may contain itself.
        guard depth < 64 else { return .value(value) }
        switch (value, type) {
        case (_, .optional(let wrapped)): return arranged(value, wrapped, depth: depth)
        case (.array(let items), .array(let item)):
            return .array(items.map { arranged($0, item, depth: depth + 1) })
        case (.object(let members), .map(let item)):
            return .object(
                members.sorted { $0.key < $1.key }
                    .map { ($0.key, arranged($0.value, item, depth: depth + 1)) })
        default: break
        }
        switch (value, type.kind(in: types)) {
        case (.object(let members), .object):
            guard let shape = shapes.shape(of: type) else { return .value(value) }
            return arranged(members, WireMember.tree(of: shape.fields), depth: depth)
        case (_, .wrapper(let wrapped, _)): return arranged(value, wrapped, depth: depth + 1)
        case (.object, .union(let union)):
            return arranged(value, union, depth: depth)
        case (.array(let items), .tuple(let tuple)):
            let typed = items.enumerated().map { index, item in
                index < tuple.positions.count
                    ? arranged(item, tuple.positions[index].type, depth: depth + 1) : .value(item)
            }
            return .array(typed)
        default: return .value(value)
        }
    }

    private func arranged(
        _ value: JSONValue, _ union: UnionSpec, depth: Int
    ) -> OrderedJSON {
        guard let path = union.discriminator, !path.isEmpty,
            let text = value.scalarText(along: path),
            let found = union.cases.first(where: { $0.tags.contains(text) })
        else { return .value(value) }
        return arranged(value, found.type, depth: depth + 1)
    }

    private func arranged(
        _ members: [String: JSONValue], _ tree: [(name: String, member: WireMember)], depth: Int
    ) -> OrderedJSON {
        var ordered: [(name: String, value: OrderedJSON)] = []
        for (name, member) in tree {
            switch member {
            case .field(let field):
                if let value = value(members[name], of: field, depth: depth + 1) {
                    ordered.append((name, value))
                }
            case .object(let inner):
                guard members[name] != nil || !isPartial else { continue }
                let value = arranged(members[name]?.object ?? [:], inner, depth: depth + 1)
                if case .object(let found) = value, found.isEmpty, members[name] == nil { continue }
                ordered.append((name, value))
            }
        }
        let known = Set(tree.map(\.name))
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
            ordered.append((name, .value(value)))
        }
        return .object(ordered)
    }

    /// Returns the value of a field with its default; `nil` if it is not sent.
    func value(_ value: JSONValue?, of field: FieldSpec, depth: Int = 0) -> OrderedJSON? {
        if let value { return arranged(value, field.type, depth: depth) }
        guard !isPartial else { return nil }
        if let given = field.defaultValue {
            return arranged(json(of: given.value, field.type), field.type, depth: depth + 1)
        }
        // A required nullable member is sent as null.
        return nil
    }

    /// Returns a default of the spec as a value on the wire.
    func json(of value: DefaultSpec.Value, _ type: TypeExpression) -> JSONValue {
        switch (value, type) {
        case (_, .optional(let wrapped)):
            return value == .text("null") ? .null : json(of: value, wrapped)
        case (.list(let items), .array(let item)): return .array(items.map { json(of: $0, item) })
        case (.map(let members), .map(let item)):
            return .object(
                Dictionary(members.map { ($0.key, json(of: $0.value, item)) }) { $1 })
        default: break
        }
        switch (value, type.kind(in: types)) {
        case (_, .wrapper(let wrapped, _)): return json(of: value, wrapped)
        case (.text(let text), .enumeration(let spec)):
            let number = spec.isInteger || spec.isFraction ? JSONValue.Number(text: text) : nil
            return number.map { .number($0) } ?? .string(text)
        case (.list(let items), .tuple(let tuple)):
            return .array(
                items.enumerated().map { index, item in
                    index < tuple.positions.count
                        ? json(of: item, tuple.positions[index].type) : plain(item)
                })
        case (.map(let members), .object):
            var object = JSONValue.object([:])
            for member in members {
                guard let shape = shapes.shape(of: type), let place = shape.places[member.key]
                else { continue }
                let field = shape.fields[place]
                object.set(json(of: member.value, field.type), at: field.path[...])
            }
            return object
        default: break
        }
        if case .text(let text) = value, let scalar = type.scalar {
            return ScalarForm.value(of: text, scalar, form: type.form) ?? .string(text)
        }
        return plain(value)
    }

    /// Returns a value of an untyped place, such as an example of the type JSON.
    private func plain(_ value: DefaultSpec.Value) -> JSONValue {
        switch value {
        case .text(let text): ScalarForm.value(of: text, .json, form: nil) ?? .string(text)
        case .list(let items): .array(items.map(plain))
        case .map(let members):
            .object(Dictionary(members.map { ($0.key, plain($0.value)) }) { $1 })
        }
    }
}

extension JSONValue {
    /// The text of a scalar; `nil` for another value.
    var scalarText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let bool): String(bool)
        case .null, .array, .object: nil
        }
    }

    /// Returns the text of the scalar at the end of a path of names.
    func scalarText(along path: [String]) -> String? {
        var value = self
        for name in path {
            guard let next = value[name] else { return nil }
            value = next
        }
        return value.scalarText
    }

    /// Sets a member of a member, and creates the objects on the way to it.
    mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let first = path.first else { return self = value }
        if object == nil { self = .object([:]) }
        self[first, default: .object([:])].set(value, at: path.dropFirst())
    }
}
