internal import PosthornSpec

/// What every part of the generator can look up.
struct GeneratorContext {
    private let tables: Tables
    /// The fields of objects by their names, which are found as they are needed.
    let shapes: ObjectShapes

    init(_ tables: Tables) {
        self.tables = tables
        shapes = ObjectShapes(tables.types)
    }

    var service: ServiceSpec { tables.service }
    var types: [String: TypeSpec] { tables.types }
    var recursive: Set<String> { tables.recursive }
    var streamedCiphers: Set<String> { tables.streamedCiphers }
    var fieldCiphers: Set<String> { tables.fieldCiphers }
    var sealed: SealedPaths { tables.sealed }

    /// What all files share, also while they are generated at the same time.
    struct Tables: Sendable {
        let service: ServiceSpec
        let types: [String: TypeSpec]
        /// The types that contain themselves by value, directly or through others.
        let recursive: Set<String>
        /// The ciphers that have to take bodies piece by piece.
        let streamedCiphers: Set<String>
        /// The ciphers that have to seal fields.
        let fieldCiphers: Set<String>
        /// The sealed fields of types.
        let sealed: SealedPaths

        init(_ document: SpecDocument) {
            service = document.service
            var types: [String: TypeSpec] = [:]
            for type in document.files.lazy.flatMap(\.types) { types[type.name] = type }
            self.types = types
            streamedCiphers = document.streamedCiphers
            sealed = SealedPaths(types)
            fieldCiphers = document.fieldCiphers(sealed)
            recursive = Recursion.circles(in: types)
        }
    }

    /// The kind of a type, declared or in place; nothing for a built-in one.
    func kind(of type: TypeExpression) -> TypeSpec.Kind? {
        type.wrapped.kind(in: types)
    }

    /// Whether a type, or what an array or map of it holds, is written in Swift.
    func isForeign(_ type: TypeExpression) -> Bool {
        if case .foreign = kind(of: type.innermost) { true } else { false }
    }

    /// A field of an object, its own or included.
    func field(_ name: TypeName, of type: TypeExpression) -> FieldSpec? {
        guard let shape = shapes.shape(of: type), let place = shape.places[name.text] else {
            return nil
        }
        return shape.fields[place]
    }

    /// Whether a value, or each element of an array, is written as text and not as JSON.
    func isText(_ type: TypeExpression) -> Bool {
        if case .array(let item) = type { return !item.isArray && isText(item) }
        return switch type.kind(in: types) {
        case nil: if case .named = type { type.scalar != .json } else { false }
        case .enumeration: true
        case .wrapper(let type, _): isText(wrapped: type)
        case .object, .union, .foreign, .refused: false
        }
    }

    /// Whether a type around a value is written as text, because the value is.
    func isText(wrapped type: TypeExpression) -> Bool {
        if case .enumeration = kind(of: type) { return !type.isNullable }
        return type.scalar.map { $0 != .json } ?? false
    }
}
