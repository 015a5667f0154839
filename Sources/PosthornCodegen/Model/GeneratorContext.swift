internal import PosthornSpec

/// What every part of the generator can look up.
struct GeneratorContext {
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
    /// The fields of objects by their names, which are found as they are needed.
    let shapes: ObjectShapes

    init(_ tables: Tables) {
        service = tables.service
        types = tables.types
        recursive = tables.recursive
        streamedCiphers = tables.streamedCiphers
        fieldCiphers = tables.fieldCiphers
        sealed = tables.sealed
        shapes = ObjectShapes(types)
    }

    /// What all files share, also while they are generated at the same time.
    struct Tables: Sendable {
        let service: ServiceSpec
        let types: [String: TypeSpec]
        let recursive: Set<String>
        let streamedCiphers: Set<String>
        let fieldCiphers: Set<String>
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
        switch type {
        case .named(let name): types[name.text]?.kind
        case .inline(let kind): kind
        case .optional(let wrapped): kind(of: wrapped)
        case .array, .map: nil
        }
    }

    /// Whether a type, or what an array or map of it holds, is written in Swift.
    func isForeign(_ type: TypeExpression) -> Bool {
        if case .foreign = kind(of: type.innermost) { true } else { false }
    }

    /// All fields of an object: those that it includes, then its own.
    func fields(_ own: [FieldSpec], _ includes: [TypeName]) -> [FieldSpec] {
        var seen: Set<String> = []
        return includes.flatMap { fields(of: $0.text, &seen) } + own
    }

    private func fields(of name: String, _ seen: inout Set<String>) -> [FieldSpec] {
        guard seen.insert(name).inserted, case .object(let own, let includes) = types[name]?.kind
        else { return [] }
        return includes.flatMap { fields(of: $0.text, &seen) } + own
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
        switch type {
        case .inline(let kind): isText(kind)
        case .map, .optional, .array(.array), .array(.map): false
        case .array(let item): isText(item)
        case .named(let name): types[name.text].map { isText($0.kind) } ?? (type.scalar != .json)
        }
    }

    private func isText(_ kind: TypeSpec.Kind) -> Bool {
        switch kind {
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
