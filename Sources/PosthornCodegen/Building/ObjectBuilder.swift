internal import PosthornSpec

/// The generator of an object's class.
///
/// A class with constants behaves like a struct. The compiler's code to copy nested structs would be two
/// thirds of a service's code (`Documentation/GeneratedCode.md`).
struct ObjectBuilder {
    let context: GeneratorContext
    /// The outermost declared type, or `nil` in an endpoint.
    let root: String?

    func declaration(name: String, fields specs: [FieldSpec], doc: DocComment) -> Declaration {
        let fields = specs.map { FieldModel($0, owner: name, context: context) }
        let code = ObjectCode(fields: fields, context: context)
        let making = Declaration.function(
            fields.isEmpty ? "override init" : "init", fields.inCallOrder.map(\.parameter),
            fields.map { $0.assignment() })
        // SAFETY: the class has only constants, whose types the functions that read them require to be
        // Sendable.
        let inherits = ["JSONObject", "@unchecked Sendable"]
        return .type(
            "final class", name, inherits, doc: doc,
            fields.map { $0.property(doc: $0.doc.map { [.text($0)] } ?? []) }
                + [making, code.reading, code.writing]
                + fields.inlineTypes(context, root: root))
    }
}
