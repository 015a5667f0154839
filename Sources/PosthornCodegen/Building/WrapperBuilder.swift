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
        let isText = context.isText(wrapped: type)
        if case .named(let name) = type.innermost, let form = name.form {
            members += self.form(form, wrapped)
            if isText { members.append(text(form)) }
        }
        return .type(
            TypeDeclaration(
                doc: doc, introducer: "public struct", name: name,
                inherits: ["JSONWrapper"] + (isText ? ["ParameterValue"] : []),
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

    private func text(_ form: String) -> Declaration {
        .function(
            FunctionDeclaration(
                introducer: "public func parameterText", parameters: [],
                effects: "throws -> String",
                body: [.text("try value.parameterText(as: .\(form))")]))
    }
}
