internal import PosthornSpec

/// Declares the struct of an object type.
struct ObjectBuilder {
    let context: GeneratorContext
    /// The declared type around it, or itself; nothing in an endpoint.
    let root: String?

    func declaration(name: String, fields specs: [FieldSpec], doc: DocComment) -> Declaration {
        let fields = specs.map { spec in
            var field = FieldModel(spec, owner: name, context: context)
            field.isBoxed = isBoxed(spec)
            return field
        }
        let code = ObjectCode(fields: fields, context: context)
        var members = fields.flatMap(code.properties)
        members.append(
            .function(
                FunctionDeclaration(
                    introducer: "public init",
                    parameters: fields.inCallOrder.map(\.parameter),
                    body: fields.map { code.assignment(of: $0, $0.name) })))
        members.append(.function(code.reading))
        members.append(.function(code.writing))
        return .type(
            TypeDeclaration(
                doc: doc, introducer: "public struct", name: name, inherits: ["JSONModel"],
                members: members + fields.inlineTypes(context, root: root)))
    }

    /// Whether a field that may be left out leads back to the type.
    private func isBoxed(_ field: FieldSpec) -> Bool {
        guard field.isOptional || field.type.isNullable, let root,
            context.recursive.contains(root),
            case .named(let target) = field.type.wrapped
        else { return false }
        return context.recursive.contains(target.text)
    }
}
