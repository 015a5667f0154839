internal import PosthornSpec

/// Declares a type of its own around one value.
struct WrapperBuilder {
    let context: GeneratorContext

    func declaration(name: String, type: TypeExpression, doc: DocComment) -> Declaration {
        let wrapped = TypeSpelling().spell(type)
        var members: [Declaration] = [
            .variable(
                VariableDeclaration(
                    doc: [.text("The value that stands for it on the wire.")],
                    introducer: "public let", name: "value", rest: ": \(wrapped)")),
            .function(
                FunctionDeclaration(
                    doc: [.text("Wraps a value.")], introducer: "public init",
                    parameters: ["_ value: \(wrapped)"], body: [.text("self.value = value")])),
        ]
        if case .named(let name) = type.innermost, let form = name.form {
            members += self.form(form, wrapped)
        }
        return .type(
            TypeDeclaration(
                doc: doc, introducer: "public struct", name: name,
                inherits: ["JSONWrapper"] + (isText(type) ? ["ParameterValue"] : []),
                members: members))
    }

    private func form(_ form: String, _ wrapped: String) -> [Declaration] {
        [
            .function(
                FunctionDeclaration(
                    introducer: "public init", parameters: ["json: inout JSONReader"],
                    effects: "throws",
                    body: [.text("value = try \(wrapped)(json: &json, as: .\(form))")])),
            .function(
                FunctionDeclaration(
                    introducer: "public func write", parameters: ["json: inout JSONWriter"],
                    effects: "throws",
                    body: [.text("try value.write(json: &json, as: .\(form))")])),
        ]
    }

    private func isText(_ type: TypeExpression) -> Bool {
        if case .enumeration = context.kind(of: type) { return !type.isNullable }
        return type.scalar.map { $0 != .json } ?? false
    }
}
