package import PosthornSpec

/// The types of a checked document, with all fields of each object.
package struct TypeTable: Sendable {
    package let types: [String: TypeSpec]
    private let objects: [String: [FieldSpec]]
    /// How deep the least value of each declared type is nested.
    private let heights: [String: Int]

    /// Creates the table of a document.
    package init(_ document: SpecDocument) {
        self.init(types: document.files.flatMap(\.types))
    }

    private init(types list: [TypeSpec]) {
        let types = Dictionary(list.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let shapes = ObjectShapes(types)
        self.types = types
        objects = types.compactMapValues { type in
            guard case .object(let own, let includes) = type.kind else { return nil }
            return shapes.fields(own, includes)
        }
        heights = Self.heights(types, objects)
    }

    /// Returns the kind of a declared or inline type; `nil` for a built-in type, an array or a map.
    package func kind(of type: TypeExpression) -> TypeSpec.Kind? { type.kind(in: types) }

    /// Returns the fields of an object, the included ones first; `nil` for another type.
    package func fields(of type: TypeExpression) -> [FieldSpec]? {
        switch type {
        case .optional(let wrapped): return fields(of: wrapped)
        case .named(let name): return objects[name.text]
        case .inline(.object(let own, let includes)):
            return includes.isEmpty ? own : ObjectShapes(types).fields(own, includes)
        case .inline, .array, .map: return nil
        }
    }

    /// Returns the type without its wrappers and without `?`, and whether any of them may be `null`.
    package func unwrapped(_ type: TypeExpression) -> (type: TypeExpression, isNullable: Bool) {
        let (inner, wrappers) = type.limited(types)
        return (inner, type.isNullable || wrappers.contains(true))
    }

    /// Returns how deep the least value of a type is nested.
    func height(of type: TypeExpression) -> Int { Self.height(type, types, heights) }

    private static func heights(
        _ types: [String: TypeSpec], _ objects: [String: [FieldSpec]]
    ) -> [String: Int] {
        var heights: [String: Int] = [:]
        // The checked types have finite values, so each round finds the height of a type until all have one.
        while true {
            var found: [String: Int] = [:]
            for (name, type) in types where heights[name] == nil {
                let height =
                    if let fields = objects[name] {
                        height(of: fields, types, heights)
                    } else { height(type.kind, types, heights) }
                if height < tooHigh { found[name] = height }
            }
            guard !found.isEmpty else { return heights }
            heights.merge(found) { first, _ in first }
        }
    }

    private static let tooHigh = 10_000

    private static func height(
        _ type: TypeExpression, _ types: [String: TypeSpec], _ heights: [String: Int]
    ) -> Int {
        switch type {
        case .optional, .array, .map: 0
        case .inline(let kind): height(kind, types, heights)
        case .named(let name):
            types[name.text] == nil ? 0 : min(tooHigh, (heights[name.text] ?? tooHigh) + 1)
        }
    }

    private static func height(
        _ kind: TypeSpec.Kind, _ types: [String: TypeSpec], _ heights: [String: Int]
    ) -> Int {
        switch kind {
        case .object(let own, let includes):
            height(of: ObjectShapes(types).fields(own, includes), types, heights)
        case .tuple(let tuple): height(of: tuple.positions, types, heights)
        case .union(let union):
            union.cases.map { height($0.type, types, heights) }.min() ?? 0
        case .wrapper(let type, _): height(type, types, heights)
        case .enumeration, .foreign, .refused: 0
        }
    }

    private static func height(
        of fields: [FieldSpec], _ types: [String: TypeSpec], _ heights: [String: Int]
    ) -> Int {
        fields.lazy.filter { !$0.isOptional && !$0.holdsOthers }
            .map { height($0.type, types, heights) }.max() ?? 0
    }
}
