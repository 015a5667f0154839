/// The fields of objects, with those that they include, to be found by their names.
///
/// Those of a declared type are put together once, however many defaults there are of it.
package final class ObjectShapes {
    /// The fields of one object.
    package struct Shape {
        /// What it includes, then its own.
        package let fields: [FieldSpec]
        /// The place of each field among them, by its name on the wire.
        package let places: [String: Int]
        /// The places of the fields that every value has to name.
        package let required: [Int]
    }

    private let types: [String: TypeSpec]
    private var declared: [String: Shape] = [:]

    /// Creates an empty table.
    package init(_ types: [String: TypeSpec]) { self.types = types }

    /// The shape of a type; nothing if it is no object.
    package func shape(of type: TypeExpression) -> Shape? {
        switch type {
        case .optional(let wrapped): return shape(of: wrapped)
        case .inline(.object(let own, let includes)): return shape(own, includes)
        case .named(let name):
            if let known = declared[name.text] { return known }
            guard case .object(let own, let includes) = types[name.text]?.kind else { return nil }
            let made = shape(own, includes)
            declared[name.text] = made
            return made
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
        return Shape(fields: fields, places: places, required: required)
    }
}

extension FieldSpec {
    /// Whether a call need not name it.
    package var mayBeLeftOut: Bool { isOptional || defaultValue != nil }
}
