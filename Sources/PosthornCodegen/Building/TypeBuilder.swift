internal import PosthornSpec

/// Declares a type, declared or in place.
struct TypeBuilder {
    let context: GeneratorContext
    /// The declared type around it, or itself; nothing in an endpoint.
    let root: String?

    func declaration(name: String, kind: TypeSpec.Kind, doc: DocComment) -> Declaration? {
        switch kind {
        case .object(let own, let includes):
            return ObjectBuilder(context: context, root: root)
                .declaration(name: name, fields: context.fields(own, includes), doc: doc)
        case .enumeration(let spec):
            return spec.isOpen
                ? OpenEnumBuilder.declaration(name: name, spec: spec, doc: doc)
                : ClosedEnumBuilder.declaration(name: name, spec: spec, doc: doc)
        case .union(let spec):
            return UnionBuilder(context: context, root: root)
                .declaration(name: name, spec: spec, doc: doc)
        case .wrapper(let type, _):
            return WrapperBuilder(context: context)
                .declaration(name: name, type: type, doc: doc)
        case .foreign(let spec):
            let path = spec.path
            guard path != name else { return nil }
            return .variable(
                VariableDeclaration(
                    doc: doc, introducer: "public typealias", name: name, rest: " = \(path)"))
        case .refused: return nil
        }
    }

    /// What the documentation says of a declared type.
    func doc(of type: TypeSpec) -> DocComment {
        if let doc = type.doc { return [.text(doc)] }
        if case .enumeration = type.kind { return [.text("The values of `\(type.name)`.")] }
        return [.text("The `\(type.name)` type of ``\(context.service.name)``.")]
    }
}
