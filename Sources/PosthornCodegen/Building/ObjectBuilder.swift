internal import PosthornSpec

/// Declares the class of an object type.
///
/// A class with constants behaves as a struct does; what the compiler writes to copy a struct of
/// structs would be two thirds of a service's code (`Documentation/GeneratedCode.md`).
struct ObjectBuilder {
    let context: GeneratorContext
    /// The declared type around it, or itself; nothing in an endpoint.
    let root: String?

    func declaration(name: String, fields specs: [FieldSpec], doc: DocComment) -> Declaration {
        let fields = specs.map { FieldModel($0, owner: name, context: context) }
        let code = ObjectCode(fields: fields, context: context)
        let making = Declaration.function(
            fields.isEmpty ? "override init" : "init", fields.inCallOrder.map(\.parameter),
            fields.map { $0.assignment() })
        // SAFETY: constants only, of types that the functions which read them want to be Sendable.
        let inherits = ["JSONObject", "@unchecked Sendable"]
        return .type(
            "final class", name, inherits, doc: doc,
            fields.map { $0.property(doc: $0.doc.map { [.text($0)] } ?? []) }
                + [making, code.reading, code.writing]
                + fields.inlineTypes(context, root: root))
    }
}
