internal import PosthornSpec

/// The generator of a declared or inline type.
struct TypeBuilder {
    let context: GeneratorContext
    /// The outermost declared type, or `nil` in an endpoint.
    let root: String?

    func declaration(name: String, kind: TypeSpec.Kind, doc: DocComment) -> Declaration? {
        switch kind {
        case .object(let own, let includes):
            return ObjectBuilder(context: context, root: root)
                .declaration(name: name, fields: context.shapes.fields(own, includes), doc: doc)
        case .enumeration(let spec):
            return EnumBuilder(name: name, spec: spec, doc: doc).declaration
        case .union(let spec):
            return UnionBuilder(context: context, root: root)
                .declaration(name: name, spec: spec, doc: doc)
        case .wrapper(let type, _):
            return WrapperBuilder(context: context)
                .declaration(name: name, type: type, doc: doc)
        case .foreign(let spec):
            return spec.path == name ? nil : .alias(name, of: spec.path, doc: doc)
        case .refused: return nil
        }
    }

    /// Returns the documentation of a declared type.
    func doc(of type: TypeSpec) -> DocComment {
        if let doc = type.doc { return [.text(doc)] }
        if case .enumeration = type.kind { return [.text("The values of `\(type.name)`.")] }
        return [.text("The `\(type.name)` type of ``\(context.service.name)``.")]
    }
}
