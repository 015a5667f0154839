internal import PosthornSpec

/// The generator of the struct of an object or a tuple.
struct ObjectBuilder {
    let context: GeneratorContext
    /// The outermost declared type, or `nil` in an endpoint.
    let root: String?

    func declaration(
        name: String, inherits: [String], fields specs: [FieldSpec], doc: DocComment
    ) -> Declaration {
        let fields = specs.map { FieldModel($0, owner: name, context: context) }
        let isRecursive = root.map(context.layout.recursive.contains) ?? false
        let code = ObjectCode(fields: fields, context: context, isRecursive: isRecursive)
        return structure(
            name, inherits, fields.filter { !$0.spec.isConstant }, code.reading + [code.writing],
            doc)
    }

    func declaration(name: String, tuple: TupleSpec, doc: DocComment) -> Declaration {
        let fields = tuple.fields.map { FieldModel($0, owner: name, context: context) }
        let code = TupleCode(tuple: tuple, fields: fields, context: context)
        return structure(name, ["JSONModel"], fields, [code.reading, code.writing], doc)
    }

    private func structure(
        _ name: String, _ inherits: [String], _ fields: [FieldModel], _ code: [Declaration],
        _ doc: DocComment
    ) -> Declaration {
        let making = Declaration.function(
            "init", fields.inCallOrder.map(\.parameter), fields.map { $0.assignment() })
        return .type(
            "struct", name, inherits, doc: doc,
            fields.map(property) + [making] + code + fields.inlineTypes(context, root: root))
    }

    private func property(_ field: FieldModel) -> Declaration {
        var property = field.property("var", doc: field.doc.map { [.text($0)] } ?? [])
        if context.layout.boxed.contains(field.spec) { property.attribute = "@Boxed" }
        return property
    }
}
