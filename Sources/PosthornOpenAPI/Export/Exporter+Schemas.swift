internal import PosthornFormat
internal import PosthornSpec

/// Writes types as schemas.
extension Exporter {
    func schema(_ type: TypeExpression) -> Members {
        switch type {
        case .named(let name):
            if let scalar = ScalarType(rawValue: name.text) {
                return Self.schema(scalar, name.form)
            }
            if name.text == "File" { return Self.binary }
            return Members(["$ref": .quoted(references + name.text)])
        case .array(let item): return Members(["type": "array", "items": .map(schema(item))])
        case .map(let value):
            return Members(["type": "object", "additionalProperties": .map(schema(value))])
        case .optional(let wrapped): return Self.nullable(schema(wrapped))
        case .inline(let kind): return schema(kind)
        }
    }

    static let binary = Members(["type": "string", "format": "binary"])

    private static func nullable(_ schema: Members) -> Members {
        let null: SpecValue = ["type": "null"]
        guard let first = schema.first else { return [] }
        if schema.count == 1, first.key == "anyOf", case .list(let items) = first.value {
            return Members(["anyOf": .list(items + [null])])
        }
        if first.key == "type", !schema.contains(where: { $0.key == "enum" }) {
            return Members(["type": [first.value, "null"]]) + schema.dropFirst()
        }
        return Members(["anyOf": [.map(schema), null]])
    }

    // MARK: Scalars

    /// The types and the formats of scalars; of those that stand here without their format, too.
    private static let scalars: [String: (type: String, format: String?)] = {
        let table = """
            String string, EncodedPath string, Bool boolean, Int integer, Int32 integer int32, Int64 integer int64,
            UInt64 integer uint64, Double number, Float number float, Decimal number decimal, UUID string uuid,
            UUID(bare) string, URL string uri, Int(string) string int64, Int32(string) string int32,
            Int64(string) string int64, UInt64(string) string uint64, Double(string) string double,
            Float(string) string float, Decimal(string) string decimal, Date string date-time,
            Date(unix) integer unixtime, Date(millis) integer unixtime-millis, Date(day) string date,
            Date(http) string http-date, Date(rfc2822) string rfc2822, Date(local) string date-time-local,
            Date(unix_string) string, Date(millis_string) string, Duration string, Duration(iso) string duration,
            Duration(seconds) number, Duration(millis) number
            """
        let rows = table.split { $0 == "," || $0 == "\n" }.map { $0.split(separator: " ") }
        return rows.filter { !$0.isEmpty }.reduce(into: [:]) { result, row in
            let name = String(row[0]).replacing("_", with: " ")
            result[name] = (String(row[1]), row.count > 2 ? String(row[2]) : nil)
        }
    }()

    private static func schema(_ scalar: ScalarType, _ form: String?) -> Members {
        switch scalar {
        case .json: return []
        case .data:
            let encoding: SpecValue =
                form == "hex" ? "base16" : form == "base64url" ? "base64url" : "base64"
            return Members(["type": "string", "contentEncoding": encoding])
        case .bool where form == "int":
            return Members(["type": "integer", "enum": [.plain("0"), .plain("1")]])
        case .bool:
            guard let (yes, no) = form.flatMap(ScalarType.words) else { break }
            return Members(["type": "string", "enum": .texts([String(yes), String(no)])])
        default: break
        }
        let name = scalar.rawValue
        guard let row = form.flatMap({ scalars["\(name)(\($0))"] }) ?? scalars[name] else {
            return []
        }
        var members = Members(["type": .text(row.type)])
        members.add("format", text: row.format)
        return members
    }

    // MARK: Objects

    func schema(_ kind: TypeSpec.Kind) -> Members {
        switch kind {
        case .object(let fields, let includes): return object(fields, includes)
        case .enumeration(let spec): return schema(spec)
        case .union(let union): return schema(union)
        case .tuple(let tuple):
            let positions = tuple.positions.map { SpecValue.map(schema($0)) }
            var members = Members(["type": "array", "prefixItems": .list(positions)])
            let least = tuple.positions.prefix { !$0.mayBeLeftOut }.count
            members.add("minItems", least > 0 ? .plain("\(least)") : nil)
            members.add("items", tuple.rest.map { .map(schema($0.type.element)) })
            return members
        case .wrapper(let type, _): return schema(type)
        case .foreign(let type):
            note(types[place.owner]?.mark ?? .start, "the type \(type.name) is written in Swift")
            return []
        case .refused: return []
        }
    }

    func object(_ fields: [FieldSpec], _ includes: [TypeName]) -> Members {
        let named = fields.filter { !$0.holdsOthers }
        var own = Self.object(
            named.map { field in
                let isRequired = !field.isOptional && field.defaultValue == nil || field.isConstant
                return (field.path[...], schema(field), isRequired)
            })
        let others = fields.first(where: \.holdsOthers)
        own.add("additionalProperties", others.map { .map(schema($0.type.element)) })
        guard !includes.isEmpty else { return own }
        let parts = includes.map { SpecValue.map(schema(.named($0))) }
        return Members(["allOf": .list(parts + (own.count > 1 ? [.map(own)] : []))])
    }

    /// Returns an object with members at paths, which lead through objects of their own.
    static func object(
        _ parts: [(path: ArraySlice<String>, schema: Members, isRequired: Bool)]
    ) -> Members {
        var properties: Members = []
        var required: [String] = []
        for (path, schema, _) in parts {
            guard let name = path.first, !properties.contains(where: { $0.key == name }) else {
                continue
            }
            let same = parts.filter { $0.path.first == name }
            let inner = same.map { ($0.path.dropFirst(), $0.schema, $0.isRequired) }
            properties.add(name, .map(path.count == 1 ? schema : object(inner)))
            if same.contains(where: \.isRequired) { required.append(name) }
        }
        var members = Members(["type": "object"])
        members.add("properties", properties.isEmpty ? nil : .map(properties))
        members.add("required", required.isEmpty ? nil : .texts(required))
        return members
    }

    /// Returns the schema of a field with all that is said about it.
    ///
    /// - Parameter isAlone: Whether nothing beside the schema has the documentation.
    func schema(_ field: FieldSpec, isAlone: Bool = true) -> Members {
        let usual = field.defaultValue.flatMap { value($0.value, field.type) }
        if field.isConstant, let usual { return Members(["const": usual]) }
        var members = schema(field.type) + limits(field)
        members.add("default", usual)
        if isAlone {
            members.add("description", text: field.doc)
            members.add("deprecated", if: field.deprecated != nil)
        }
        members.add("readOnly", if: field.traits.isReadOnly)
        members.add("writeOnly", if: field.traits.isWriteOnly)
        members.add("examples", field.example.flatMap { value($0.value, field.type) }.map { [$0] })
        return members
    }

    private func limits(_ field: FieldSpec) -> Members {
        let type = field.type.limited(types).type
        var members: Members = []
        for limit in field.limits {
            switch limit.kind {
            case .length(let least, let most):
                guard type.scalar == nil || type.scalar == .string else { continue }
                let what = type.isMap ? "Properties" : type.isArray ? "Items" : "Length"
                members.add("min\(what)", least > 0 ? .plain("\(least)") : nil)
                members.add("max\(what)", most.map { .plain("\($0)") })
            case .range(let least, let most):
                guard type.form == nil else { continue }
                members.add("minimum", least.map { .plain(Self.number($0)) })
                members.add("maximum", most.map { .plain(Self.number($0)) })
            case .pattern(let pattern): members.add("pattern", text: pattern)
            }
        }
        return members
    }

    // MARK: Enums and unions

    /// Returns a closed enum as `enum`, and an open one as `anyOf` of it and its type.
    ///
    /// So validators accept the values that a server adds.
    private func schema(_ spec: EnumSpec) -> Members {
        let isNumber = spec.isInteger || spec.isFraction
        let type: SpecValue = spec.isInteger ? "integer" : spec.isFraction ? "number" : "string"
        let values = spec.cases.map { value -> SpecValue in
            isNumber ? .plain(Self.number(value.rawValue)) : .exact(value.rawValue)
        }
        var members = Members(["type": type, "enum": .list(values)])
        if spec.cases.contains(where: { SwiftName.enumCase($0.rawValue) != $0.swiftName }) {
            members.add("x-enum-varnames", .texts(spec.cases.map(\.swiftName)))
        }
        if spec.cases.contains(where: { $0.doc != nil }) {
            members.add("x-enum-descriptions", .texts(spec.cases.map { $0.doc ?? "" }))
        }
        return spec.isOpen ? Members(["anyOf": [.map(members), ["type": type]]]) : members
    }

    private func schema(_ union: UnionSpec) -> Members {
        let path = union.discriminator ?? []
        let isSimple = path.count == 1 && union.tagKind == .text
        guard !path.isEmpty, !isSimple || union.cases.contains(where: { $0.type.name == nil })
        else {
            var members = Members(["oneOf": .list(union.cases.map { .map(schema($0.type)) })])
            guard isSimple else { return members }
            let mapping = union.cases.flatMap { item in
                item.tags.map { SpecMember($0, schema(item.type)[0].value) }
            }
            members.add(
                "discriminator", ["propertyName": .exact(path[0]), "mapping": .map(mapping)])
            return members
        }
        let cases = union.cases.map { item -> SpecValue in
            let tags = item.tags.map { union.tagKind == .text ? .exact($0) : SpecValue.plain($0) }
            let tag = Self.object([(path[...], Members(["enum": .list(tags)]), true)])
            return ["allOf": [.map(schema(item.type)), .map(tag)]]
        }
        return Members(["oneOf": .list(cases)])
    }
}

extension TypeExpression {
    /// The type of the elements of a list or a map.
    var element: TypeExpression {
        switch wrapped {
        case .array(let item), .map(let item): item
        default: self
        }
    }
}
