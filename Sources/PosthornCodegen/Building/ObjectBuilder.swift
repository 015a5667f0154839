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
        var members = fields.map(code.property)
        members.append(
            .function(
                FunctionDeclaration(
                    introducer: fields.isEmpty ? "public override init" : "public init",
                    parameters: fields.inCallOrder.map(\.parameter),
                    body: fields.map { code.assignment(of: $0, $0.name) })))
        members.append(.function(code.reading))
        members.append(.function(code.writing))
        // SAFETY: constants only, of types that the functions which read them want to be Sendable.
        let inherits = ["JSONObject", "@unchecked Sendable"]
        return .type(
            TypeDeclaration(
                doc: doc, introducer: "public final class", name: name, inherits: inherits,
                members: members + fields.inlineTypes(context, root: root)))
    }
}
