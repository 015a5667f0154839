internal import PosthornSpec

/// Writes types as schemas.
extension Exporter {
    typealias Members = [SpecMember]

    func schema(_ type: TypeExpression) -> Members {
        switch type {
        case .named(let name):
            if let scalar = ScalarType(rawValue: name.text) {
                return Self.schema(scalar, name.form)
            }
            if name.text == "File" { return Self.binary }
            return [SpecMember("$ref", .quoted("#/components/schemas/\(name.text)"))]
        case .array(let item):
            return [Self.type("array"), SpecMember("items", .map(schema(item)))]
        case .map(let value):
            return [Self.type("object"), SpecMember("additionalProperties", .map(schema(value)))]
        case .optional(let wrapped): return Self.nullable(schema(wrapped))
        case .inline(let kind): return schema(kind)
        }
    }

    static func type(_ name: String) -> SpecMember { SpecMember("type", .plain(name)) }

    static let binary = [type("string"), SpecMember("format", .plain("binary"))]

    private static func nullable(_ schema: Members) -> Members {
        let null = SpecValue.map([SpecMember("type", .quoted("null"))])
        guard let first = schema.first else { return [] }
        if schema.count == 1, first.key == "anyOf", case .list(let items) = first.value {
            return [SpecMember("anyOf", .list(items + [null]))]
        }
        if first.key == "type", !schema.contains(where: { $0.key == "enum" }) {
            return [SpecMember("type", .list([first.value, .quoted("null")]))] + schema.dropFirst()
        }
        return [SpecMember("anyOf", .list([.map(schema), null]))]
    }

    private static func schema(_ scalar: ScalarType, _ form: String?) -> Members {
        func text(_ format: String? = nil, _ key: String = "format") -> Members {
            [type("string")] + (format.map { [SpecMember(key, .plain($0))] } ?? [])
        }
        func number(_ name: String, _ format: String? = nil) -> Members {
            if form == "string" { return text(format) }
            return [type(name)] + (format.map { [SpecMember("format", .plain($0))] } ?? [])
        }
        switch scalar {
        case .string, .encodedPath: return text()
        case .bool:
            if form == "int" {
                return [type("integer"), SpecMember("enum", .list([.plain("0"), .plain("1")]))]
            }
            guard let (yes, no) = form.flatMap(ScalarType.words) else { return [type("boolean")] }
            return [
                type("string"),
                SpecMember("enum", .list([.exact(String(yes)), .exact(String(no))])),
            ]
        case .int: return number("integer", form == "string" ? "int64" : nil)
        case .int32: return number("integer", "int32")
        case .int64: return number("integer", "int64")
        case .uint64: return number("integer", "uint64")
        case .double: return number("number", form == "string" ? "double" : nil)
        case .float: return number("number", "float")
        case .decimal: return number("number", "decimal")
        case .date:
            switch form {
            case "unix": return [type("integer"), SpecMember("format", .plain("unixtime"))]
            case "millis":
                return [type("integer"), SpecMember("format", .plain("unixtime-millis"))]
            case "day": return text("date")
            case "http": return text("http-date")
            case "rfc2822": return text("rfc2822")
            case "local": return text("date-time-local")
            case "unix string", "millis string": return text()
            default: return text("date-time")
            }
        case .duration:
            switch form {
            case "seconds", "millis": return [type("number")]
            case "iso": return text("duration")
            default: return text()
            }
        case .uuid: return form == "bare" ? text() : text("uuid")
        case .url: return text("uri")
        case .data:
            return text(
                form == "hex" ? "base16" : form == "base64url" ? "base64url" : "base64",
                "contentEncoding")
        case .json: return []
        }
    }

    func schema(_ kind: TypeSpec.Kind) -> Members {
        switch kind {
        case .object(let fields, let includes): return object(fields, includes)
        case .enumeration(let spec): return schema(spec)
        case .union(let union): return schema(union)
        case .tuple(let tuple):
            var members = [
                Self.type("array"),
                SpecMember("prefixItems", .list(tuple.positions.map { .map(schema($0)) })),
            ]
            let least = tuple.positions.prefix { !$0.mayBeLeftOut }.count
            if least > 0 { members.append(SpecMember("minItems", .plain("\(least)"))) }
            if let rest = tuple.rest {
                members.append(SpecMember("items", .map(schema(Self.element(rest.type)))))
            }
            return members
        case .wrapper(let type, _): return schema(type)
        case .foreign(let type):
            note(types[place.owner]?.mark ?? .start, "the type \(type.name) is written in Swift")
            return []
        case .refused: return []
        }
    }

    private static func element(_ type: TypeExpression) -> TypeExpression {
        switch type.wrapped {
        case .array(let item), .map(let item): item
        default: type
        }
    }

    // MARK: Objects

    func object(_ fields: [FieldSpec], _ includes: [TypeName]) -> Members {
        let named = fields.filter { !$0.holdsOthers }
        var own = object(named.map { ($0.path[...], $0) })
        if let others = fields.first(where: \.holdsOthers) {
            own.append(
                SpecMember("additionalProperties", .map(schema(Self.element(others.type)))))
        }
        guard !includes.isEmpty else { return own }
        let parts = includes.map { SpecValue.map(schema(.named($0))) }
        return [SpecMember("allOf", .list(parts + (own.count > 1 ? [.map(own)] : [])))]
    }

    /// Returns an object with members at paths, which lead through objects of their own.
    private func object(_ fields: [(path: ArraySlice<String>, field: FieldSpec)]) -> Members {
        var properties: Members = []
        var required: [SpecValue] = []
        var known: Set<String> = []
        for (path, field) in fields {
            guard let name = path.first, known.insert(name).inserted else { continue }
            let same = fields.filter { $0.path.first == name }
            properties.append(
                SpecMember(
                    name,
                    .map(
                        path.count == 1
                            ? schema(field) : object(same.map { ($0.path.dropFirst(), $0.field) })))
            )
            if same.contains(where: { !$0.field.isOptional && $0.field.defaultValue == nil })
                || field.isConstant
            {
                required.append(.exact(name))
            }
        }
        var members = [Self.type("object")]
        if !properties.isEmpty { members.append(SpecMember("properties", .map(properties))) }
        if !required.isEmpty { members.append(SpecMember("required", .list(required))) }
        return members
    }

    /// Returns the schema of a field with all that is said about it.
    ///
    /// - Parameter isAlone: Whether nothing beside the schema has the documentation.
    func schema(_ field: FieldSpec, isAlone: Bool = true) -> Members {
        if field.isConstant, let value = field.defaultValue.flatMap({ value($0.value, field.type) })
        {
            return [SpecMember("const", value)]
        }
        var members = schema(field.type) + limits(field)
        if let own = field.defaultValue.flatMap({ value($0.value, field.type) }) {
            members.append(SpecMember("default", own))
        }
        if isAlone, let doc = field.doc { members.append(SpecMember("description", .exact(doc))) }
        if isAlone, field.deprecated != nil { members.append(SpecMember("deprecated", .true)) }
        if field.traits.isReadOnly { members.append(SpecMember("readOnly", .true)) }
        if field.traits.isWriteOnly { members.append(SpecMember("writeOnly", .true)) }
        if let example = field.example.flatMap({ value($0.value, field.type) }) {
            members.append(SpecMember("examples", .list([example])))
        }
        return members
    }

    private func limits(_ field: FieldSpec) -> Members {
        let type = field.type.limited(types).type
        return field.limits.flatMap { limit -> Members in
            switch limit.kind {
            case .length(let least, let most):
                guard type.scalar == nil || type.scalar == .string else { return [] }
                let what = type.isMap ? "Properties" : type.isArray ? "Items" : "Length"
                return (least > 0 ? [SpecMember("min\(what)", .plain("\(least)"))] : [])
                    + (most.map { [SpecMember("max\(what)", .plain("\($0)"))] } ?? [])
            case .range(let least, let most):
                guard type.form == nil else { return [] }
                return (least.map { [SpecMember("minimum", .plain(Self.number($0)))] } ?? [])
                    + (most.map { [SpecMember("maximum", .plain(Self.number($0)))] } ?? [])
            case .pattern(let pattern): return [SpecMember("pattern", .exact(pattern))]
            }
        }
    }

    // MARK: Enums and unions

    /// Returns a closed enum as `enum`, and an open one as `anyOf` of it and its type, so that validators accept
    /// values that the server adds.
    private func schema(_ spec: EnumSpec) -> Members {
        let isNumber = spec.isInteger || spec.isFraction
        let type = Self.type(spec.isInteger ? "integer" : spec.isFraction ? "number" : "string")
        let values = spec.cases.map { value -> SpecValue in
            isNumber ? .plain(Self.number(value.rawValue)) : .exact(value.rawValue)
        }
        var members = [type, SpecMember("enum", .list(values))]
        if spec.cases.contains(where: { SwiftName.enumCase($0.rawValue) != $0.swiftName }) {
            members.append(
                SpecMember("x-enum-varnames", .list(spec.cases.map { .exact($0.swiftName) })))
        }
        if spec.cases.contains(where: { $0.doc != nil }) {
            members.append(
                SpecMember("x-enum-descriptions", .list(spec.cases.map { .exact($0.doc ?? "") })))
        }
        guard spec.isOpen else { return members }
        return [SpecMember("anyOf", .list([.map(members), .map([type])]))]
    }

    private func schema(_ union: UnionSpec) -> Members {
        guard let path = union.discriminator, let name = path.first else {
            return [SpecMember("oneOf", .list(union.cases.map { .map(schema($0.type)) }))]
        }
        if path.count == 1, union.tagKind == .text, union.cases.allSatisfy({ $0.type.name != nil })
        {
            let mapping = union.cases.flatMap { union in
                union.tags.map { tag in
                    SpecMember(tag, schema(union.type)[0].value)
                }
            }
            return [
                SpecMember("oneOf", .list(union.cases.map { .map(schema($0.type)) })),
                SpecMember(
                    "discriminator",
                    .map([
                        SpecMember("propertyName", .exact(name)),
                        SpecMember("mapping", .map(mapping)),
                    ])),
            ]
        }
        let cases = union.cases.map { item -> SpecValue in
            let tags = item.tags.map { tag -> SpecValue in
                union.tagKind == .text ? .exact(tag) : .plain(tag)
            }
            var tag: Members = [SpecMember("enum", .list(tags))]
            for name in path.reversed() {
                tag = [
                    Self.type("object"),
                    SpecMember("properties", .map([SpecMember(name, .map(tag))])),
                    SpecMember("required", .list([.exact(name)])),
                ]
            }
            return .map([SpecMember("allOf", .list([.map(schema(item.type)), .map(tag)]))])
        }
        return [SpecMember("oneOf", .list(cases))]
    }

    // MARK: Values

    /// Returns a number as YAML 1.1 and JSON read it.
    static func number(_ text: String) -> String {
        guard let sign = text.firstIndex(where: { $0 == "e" || $0 == "E" }) else { return text }
        let mantissa = text[..<sign]
        let exponent = text[text.index(after: sign)...]
        let isSigned = exponent.hasPrefix("-") || exponent.hasPrefix("+")
        return mantissa + (mantissa.contains(".") ? "" : ".0") + "e" + (isSigned ? "" : "+")
            + exponent
    }

    /// Returns a default or an example as it is sent; `nil` if the spec has another notation than the message.
    func value(_ value: DefaultSpec.Value, _ type: TypeExpression) -> SpecValue? {
        let target = type.limited(types).type
        switch value {
        case .text(let text):
            if type.isNullable, PlainValue(text) == .null { return .plain("null") }
            return self.value(text, target)
        case .list(let items):
            let values = items.enumerated().compactMap { index, item -> SpecValue? in
                if case .tuple(let tuple)? = target.kind(in: types) {
                    return index < tuple.positions.count
                        ? self.value(item, tuple.positions[index].type) : nil
                }
                return self.value(item, Self.element(target))
            }
            return values.count == items.count ? .list(values) : nil
        case .map(let members):
            let fields = shapes.shape(of: target)?.fields ?? []
            let values = members.compactMap { member -> SpecMember? in
                let own = fields.first { $0.wireName == member.key }?.type
                guard own != nil || target.isMap || target.scalar == .json else { return nil }
                return self.value(member.value, own ?? Self.element(target))
                    .map { SpecMember(member.key, $0) }
            }
            return values.count == members.count ? .map(values) : nil
        }
    }

    private func value(_ text: String, _ type: TypeExpression) -> SpecValue? {
        if case .enumeration(let spec)? = type.kind(in: types) {
            return spec.isInteger || spec.isFraction ? .plain(Self.number(text)) : .exact(text)
        }
        guard let scalar = type.scalar else { return nil }
        switch scalar {
        case .bool: return type.form == nil ? .plain(text) : nil
        case .date, .duration: return type.form == nil ? .exact(text) : nil
        case .json: return PlainValue(text) == .text ? .exact(text) : .plain(Self.number(text))
        default:
            return scalar.isNumber && type.form == nil ? .plain(Self.number(text)) : .exact(text)
        }
    }
}
