internal import PosthornSpec

/// The generator of a type that wraps another one.
struct WrapperBuilder {
    let context: GeneratorContext

    func declaration(name: String, type: TypeExpression, doc: DocComment) -> Declaration {
        let wrapped = TypeSpelling().spell(type)
        var members: [Declaration] = [
            .variable(
                "var", "value: \(wrapped)",
                doc: [.text("The value that stands for it on the wire.")]),
            .function(
                "init", ["_ value: \(wrapped)"], doc: [.text("Wraps a value.")],
                [.text("self.value = value")]),
        ]
        let isText = context.isText(wrapped: type)
        if let form = type.form {
            members += [
                .function(
                    "init", ["json: inout JSONReader"], effects: "throws",
                    [.text("value = try \(wrapped)(json: &json, as: .\(form))")]),
                .function(
                    "func write", ["json: inout JSONWriter"], effects: "throws",
                    [.text("try value.write(json: &json, as: .\(form))")]),
            ]
            if isText, let form = type.textForm {
                members.append(
                    .function(
                        "func parameterText", [], effects: "throws -> String",
                        [.text("try value.parameterText(as: .\(form))")]))
            }
        }
        return .type(
            "struct", name, ["JSONWrapper"] + (isText ? ["ParameterValue"] : []), doc: doc, members)
    }
}
