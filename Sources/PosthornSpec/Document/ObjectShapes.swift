/// The fields of objects, including the included ones, and the values of enums, by name.
///
/// Each type is assembled once, whatever the number of its defaults.
package final class ObjectShapes {
    /// The fields of one object.
    package struct Shape {
        /// The included fields, followed by the object's own.
        package let fields: [FieldSpec]
        /// The index of each field by its name in the message.
        package let places: [String: Int]
        /// The indices of the fields that every value must contain.
        package let required: [Int]
        /// The fields whose default may contain an object.
        package let building: [FieldSpec]

        /// Whether values keep the members that the spec does not name.
        package var holdsOthers: Bool { fields.contains(where: \.holdsOthers) }
    }

    private let types: [String: TypeSpec]
    private var declared: [String: Shape] = [:]
    /// The shapes of inline objects, by the first of their own fields.
    private var inline: [ObjectIdentifier: Shape] = [:]
    private var enums: [String: [String: String]] = [:]

    /// Creates a table for these declared types.
    package init(_ types: [String: TypeSpec]) { self.types = types }

    /// Returns the shape of a type, or `nil` if the type is not an object.
    package func shape(of type: TypeExpression) -> Shape? {
        switch type {
        case .optional(let wrapped): return shape(of: wrapped)
        case .inline(.object(let own, let includes)):
            guard let first = own.first else { return shape(own, includes) }
            if let known = inline[ObjectIdentifier(first)] { return known }
            let made = shape(own, includes)
            inline[ObjectIdentifier(first)] = made
            return made
        case .named(let name):
            if let known = declared[name.text] { return known }
            guard case .object(let own, let includes) = types[name.text]?.kind else { return nil }
            let made = shape(own, includes)
            declared[name.text] = made
            return made
        case .inline, .array, .map: return nil
        }
    }

    /// Returns the fields along a path of names, such as `meta.next`; empty if one is missing.
    ///
    /// A name that contains a dot takes precedence over a path.
    package func fields(along path: Substring, of type: TypeExpression) -> [FieldSpec] {
        guard let (field, rest) = shape(of: type)?.first(of: path) else { return [] }
        guard let rest else { return [field] }
        let inner = fields(along: rest, of: field.type.wrapped)
        return inner.isEmpty ? [] : [field] + inner
    }

    /// Returns all fields of an object: the included ones, followed by its own.
    package func fields(_ own: [FieldSpec], _ includes: [TypeName]) -> [FieldSpec] {
        Includes.fields(own, includes, types)
    }

    /// Returns the names of the types that an object includes, directly or indirectly.
    package func includedNames(_ includes: [TypeName]) -> Set<String> {
        Includes.names(includes, types)
    }

    /// Returns the Swift name of an enum's value, or `nil` if the type is no enum or lacks the value.
    package func caseName(of value: String, in type: TypeExpression) -> String? {
        switch type {
        case .optional(let wrapped): return caseName(of: value, in: wrapped)
        case .inline(.enumeration(let spec)):
            return spec.cases.first { $0.rawValue == value }?.swiftName
        case .named(let name):
            if let known = enums[name.text] { return known[value] }
            guard case .enumeration(let spec) = types[name.text]?.kind else { return nil }
            let names = Dictionary(
                spec.cases.map { ($0.rawValue, $0.swiftName) },
                uniquingKeysWith: { first, _ in first }
            )
            enums[name.text] = names
            return names[value]
        case .inline, .array, .map: return nil
        }
    }

    private func shape(_ own: [FieldSpec], _ includes: [TypeName]) -> Shape {
        let fields = Includes.fields(own, includes, types)
        var places: [String: Int] = [:]
        for (place, field) in fields.enumerated()
        where places[field.wireName] == nil && !field.holdsOthers {
            places[field.wireName] = place
            if !field.traits.at.isEmpty { places[field.shownName] = place }
        }
        let required = fields.indices.filter { !fields[$0].mayBeLeftOut }
        return Shape(
            fields: fields, places: places, required: required,
            building: fields.filter(\.defaultMayBuild))
    }
}

extension ObjectShapes.Shape {
    /// Returns the first field on a path of names, and the rest of the path; `nil` if there is no such field.
    func first(of path: Substring) -> (field: FieldSpec, rest: Substring?)? {
        if let place = places[String(path)] { return (fields[place], nil) }
        for dot in path.indices where path[dot] == "." {
            guard let place = places[String(path[..<dot])] else { continue }
            return (fields[place], path[path.index(after: dot)...])
        }
        return nil
    }
}

extension FieldSpec {
    /// Whether the field distinguishes between absence, `null` and a value.
    package var isPresence: Bool { isOptional && type.isNullable }

    /// Whether the field has a default that may contain an object.
    fileprivate var defaultMayBuild: Bool {
        switch defaultValue?.value {
        case nil, .text: false
        case .list, .map: true
        }
    }

    /// Whether a call may omit the field.
    package var mayBeLeftOut: Bool { isOptional || defaultValue != nil || traits.isReadOnly }
}
