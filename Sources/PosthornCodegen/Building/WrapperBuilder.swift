internal import PosthornSpec

/// The generator of a type that wraps another one.
struct WrapperBuilder {
    let context: GeneratorContext

    func declaration(name: String, type: TypeExpression, doc: DocComment) -> Declaration {
        let wrapped = TypeSpelling(context).spell(type)
        var members: [Declaration] = [
            .variable(
                "var", "value: \(wrapped)",
                doc: [.text("The value that stands for it on the wire.")]),
            .function(
                "init", ["_ value: \(wrapped)"], doc: [.text("Wraps a value.")],
                [.text("self.value = value")]),
        ]
        let isText = context.isText(wrapped: type)
        if let format = type.format {
            members += [
                .function(
                    "init", ["json: inout JSONReader"], effects: "throws",
                    [.text("value = try \(wrapped)(json: &json, as: \(format))")]),
                .function(
                    "func write", ["json: inout JSONWriter"], effects: "throws",
                    [.text("try value.write(json: &json, as: \(format))")]),
            ]
            if isText, let format = type.textFormat {
                members.append(
                    .function(
                        "func parameterText", [], effects: "throws -> String",
                        [.text("try value.parameterText(as: \(format))")]))
            }
        }
        return .type(
            "struct", name, ["JSONWrapper"] + (isText ? ["ParameterValue"] : []), doc: doc, members)
    }
}
