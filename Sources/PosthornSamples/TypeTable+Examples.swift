package import PosthornJSON
package import PosthornSpec

extension TypeTable {
    /// Returns a default or an example of the spec as a value of its type.
    package func value(_ value: DefaultSpec.Value, of type: TypeExpression) -> JSONValue {
        switch (value, type) {
        case (.text("null"), .optional): return .null
        case (_, .optional(let wrapped)): return self.value(value, of: wrapped)
        case (.list(let items), .array(let item)):
            return .array(items.map { self.value($0, of: item) })
        case (.map(let members), .map(let item)):
            return .object(Self.object(members.map { ($0.key, self.value($0.value, of: item)) }))
        default: break
        }
        switch (value, kind(of: type)) {
        case (_, .wrapper(let inner, _)): return self.value(value, of: inner)
        case (.text(let text), .enumeration(let spec)): return spec.json(text)
        case (.list(let items), .tuple(let tuple)):
            return .array(
                items.enumerated().map { place, item in
                    tuple.type(at: place).map { self.value(item, of: $0) } ?? Self.plain(item)
                })
        case (.map(let members), .object): return object(members, type)
        case (.map(let members), .union(let union)): return object(members, union)
        case (.text(let text), nil):
            return type.scalar.map { Self.scalar(text, $0, type.form) } ?? Self.plain(text)
        default: return Self.plain(value)
        }
    }

    private func object(_ members: [DefaultSpec.Member], _ type: TypeExpression) -> JSONValue {
        guard let fields = fields(of: type) else { return Self.plain(.map(members)) }
        var object = JSONValue.object([:])
        let others = fields.first(where: \.holdsOthers)
        for member in members {
            guard
                let field = fields.first(where: {
                    !$0.holdsOthers && ($0.wireName == member.key || $0.shownName == member.key)
                })
            else {
                if case .map(let type)? = others?.type.wrapped {
                    object[member.key] = value(member.value, of: type)
                }
                continue
            }
            let isNull =
                member.value == .text("null") && (field.isOptional || field.type.isNullable)
            object.set(isNull ? .null : value(member.value, of: field.type), at: field.path[...])
        }
        for field in fields where field.isConstant {
            object.set(constant(field), at: field.path[...])
        }
        return object
    }

    private func object(_ members: [DefaultSpec.Member], _ union: UnionSpec) -> JSONValue {
        guard let path = union.discriminator, let first = path.first,
            case .text(let tag)? = members.first(where: { $0.key == first })?.value,
            let chosen = union.cases.first(where: { $0.tags.contains(tag) })
        else { return Self.plain(.map(members)) }
        var object = value(.map(members), of: chosen.type)
        object.set(union.json(tag), at: path[...])
        return object
    }

    /// Returns the value of a constant, or the default of another field; `nil` if it has none.
    package func constant(_ field: FieldSpec) -> JSONValue? {
        field.defaultValue.map { value($0.value, of: field.type) }
    }

    private static func object(_ members: [(String, JSONValue)]) -> [String: JSONValue] {
        Dictionary(members, uniquingKeysWith: { _, last in last })
    }

    /// Returns a value as it is read where no type decides.
    private static func plain(_ value: DefaultSpec.Value) -> JSONValue {
        switch value {
        case .text(let text): plain(text)
        case .list(let items): .array(items.map { plain($0) })
        case .map(let members): .object(object(members.map { ($0.key, plain($0.value)) }))
        }
    }

    private static func plain(_ text: String) -> JSONValue {
        switch text {
        case "true", "false": .bool(text == "true")
        case "null": .null
        default: .number(of: text)
        }
    }

    static func scalar(_ text: String, _ type: ScalarType, _ form: String?) -> JSONValue {
        switch type {
        case .json: return plain(text)
        case .bool:
            if form == "int" { return .int(text == "true" ? 1 : 0) }
            guard let words = form.flatMap(ScalarType.words) else { return .bool(text == "true") }
            return .string(String(text == "true" ? words.yes : words.no))
        case .int, .int32, .int64, .uint64, .double, .float, .decimal:
            return form == "string" ? .string(text) : plain(text)
        case .date: return ["unix", "millis"].contains(form) ? plain(text) : .string(text)
        case .duration: return ["seconds", "millis"].contains(form) ? plain(text) : .string(text)
        case .string, .uuid, .url, .data, .encodedPath: return .string(text)
        }
    }
}

extension EnumSpec {
    /// Returns the JSON of one of the values.
    package func json(_ value: String) -> JSONValue {
        guard isInteger || isFraction, let number = JSONValue.Number(text: value) else {
            return .string(value)
        }
        return .number(number)
    }
}

extension UnionSpec {
    /// Returns the JSON of a value of the discriminator.
    package func json(_ tag: String) -> JSONValue {
        switch tagKind {
        case .text: .string(tag)
        case .integer: JSONValue.Number(text: tag).map { .number($0) } ?? .string(tag)
        case .bool: .bool(tag == "true")
        }
    }

    /// Returns the type that a value's discriminator means; `nil` for a value that the spec does not list.
    package func choice(for value: JSONValue) -> UnionCase? {
        guard let path = discriminator, let tag = value.value(at: path) else { return nil }
        return cases.first { $0.tags.contains { json($0) == tag } }
    }
}
