/// The fields of objects, with those that they include, and the values of enums, to be found by their
/// names.
///
/// A type is put together once, however many defaults there are of it.
package final class ObjectShapes {
    /// The fields of one object.
    package struct Shape {
        /// What it includes, then its own.
        package let fields: [FieldSpec]
        /// The place of each field among them, by its name on the wire.
        package let places: [String: Int]
        /// The places of the fields that every value has to name.
        package let required: [Int]
        /// The fields with a default that may have an object in it, which are few.
        package let building: [FieldSpec]
    }

    private let types: [String: TypeSpec]
    private var declared: [String: Shape] = [:]
    /// Those in place, by the first field of their own.
    private var inline: [ObjectIdentifier: Shape] = [:]
    private var enums: [String: [String: String]] = [:]

    /// Creates an empty table.
    package init(_ types: [String: TypeSpec]) { self.types = types }

    /// The shape of a type; nothing if it is no object.
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

    /// All fields of an object: those that it includes, then its own.
    package func fields(_ own: [FieldSpec], _ includes: [TypeName]) -> [FieldSpec] {
        Includes.fields(own, includes, types)
    }

    /// The Swift name of an enum's value; nothing if it has no such value, or is no enum.
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
        for (place, field) in fields.enumerated() where places[field.wireName] == nil {
            places[field.wireName] = place
        }
        let required = fields.indices.filter { !fields[$0].mayBeLeftOut }
        return Shape(
            fields: fields, places: places, required: required,
            building: fields.filter(\.defaultMayBuild))
    }
}

extension FieldSpec {
    /// Whether nothing, `null` and a value are told apart.
    package var isPresence: Bool { isOptional && type.isNullable }

    /// Whether it has a default that may have an object in it.
    fileprivate var defaultMayBuild: Bool {
        switch defaultValue?.value {
        case nil, .text: false
        case .list, .map: true
        }
    }

    /// Whether a call need not name it.
    package var mayBeLeftOut: Bool { isOptional || defaultValue != nil }
}
