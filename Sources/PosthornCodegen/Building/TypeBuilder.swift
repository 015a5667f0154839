internal import PosthornSpec

/// The generator of a declared or inline type.
struct TypeBuilder {
    let context: GeneratorContext
    /// The outermost declared type, or `nil` in an endpoint.
    let root: String?

    func declaration(name: String, kind: TypeSpec.Kind, doc: DocComment) -> Declaration? {
        switch kind {
        case .object(let own, let includes):
            var inherits = ["JSONModel"]
            if !context.shared.isEmpty {
                inherits += SharedMembersBuilder(context: context)
                    .protocols(of: name, includes: includes, isDeclared: name == root)
            }
            return ObjectBuilder(context: context, root: root)
                .declaration(
                    name: name, inherits: inherits, fields: context.shapes.fields(own, includes),
                    doc: doc)
        case .enumeration(let spec):
            return EnumBuilder(name: name, spec: spec, doc: doc).declaration
        case .union(let spec):
            return UnionBuilder(context: context, root: root)
                .declaration(name: name, spec: spec, doc: doc)
        case .tuple(let spec):
            return ObjectBuilder(context: context, root: root)
                .declaration(name: name, tuple: spec, doc: doc)
        case .wrapper(let type, _):
            return WrapperBuilder(context: context)
                .declaration(name: name, type: type, doc: doc)
        case .foreign(let spec):
            return spec.path == name ? nil : .alias(name, of: spec.path, doc: doc)
        case .refused: return nil
        }
    }

    /// Returns the documentation of a declared type.
    ///
    /// That of an object which is read and sent back warns of the members that it loses.
    func doc(of type: TypeSpec) -> DocComment {
        let doc =
            if let doc = type.doc {
                doc
            } else if case .enumeration = type.kind {
                "The values of `\(type.name)`."
            } else {
                "The `\(type.name)` type" + (context.users.isEmpty ? "." : " of \(context.users).")
            }
        let paragraphs: DocComment =
            [.text(doc)]
            + (type.deprecated.map { [.text(DocText.deprecation($0))] } ?? [])
        guard case .object(let own, let includes) = type.kind,
            context.returnedAndSent.contains(type.name),
            !context.shapes.fields(own, includes).contains(where: \.holdsOthers)
        else {
            return paragraphs
        }
        return paragraphs + [
            .text(
                "Reading ignores members that the spec does not name, so that a value that you read, change "
                    + "and send lacks them.")
        ]
    }
}
