internal import PosthornSpec

/// Declares the struct of an object type.
struct ObjectBuilder {
    let context: GeneratorContext

    func declaration(name: String, fields specs: [FieldSpec]) -> Declaration {
        let fields = specs.map { FieldModel($0, owner: name, context: context) }
        var members = fields.map { $0.property(doc: $0.doc.map { [.text($0)] } ?? []) }
        members.append(
            .function(
                FunctionDeclaration(
                    introducer: "public init",
                    parameters: fields.inCallOrder.map(\.parameter),
                    body: fields.map(\.assignment))))
        let hasDefaults = fields.contains { $0.defaultDoc != nil }
        if hasDefaults { members.append(.function(decoding(fields))) }
        if hasDefaults || fields.contains(where: { $0.plainName != $0.wireName }) {
            members.append(.type(codingKeys(fields)))
        }
        return .type(
            TypeDeclaration(
                doc: [.text("The `\(name)` type of ``\(context.service.name)``.")],
                introducer: "public struct", name: name,
                inherits: ["Codable", "Hashable", "Sendable"],
                members: members + fields.inlineEnums))
    }

    private func codingKeys(_ fields: [FieldModel]) -> TypeDeclaration {
        TypeDeclaration(
            introducer: "private enum", name: "CodingKeys", inherits: ["String", "CodingKey"],
            members: fields.map { field in
                let raw = field.plainName == field.wireName ? "" : " = \(literal(field.wireName))"
                return .enumCase(CaseDeclaration(text: field.name + raw))
            })
    }

    /// Written only for a type with defaults: the synthesized one would not know them.
    private func decoding(_ fields: [FieldModel]) -> FunctionDeclaration {
        let hidden: Set<String> = ["container", "decoder"]
        var body: [Statement] = [
            .text("let container = try decoder.container(keyedBy: CodingKeys.self)")
        ]
        for field in fields {
            let target = hidden.contains(field.plainName) ? "self.\(field.plainName)" : field.name
            let mayBeAbsent = field.isOptional || field.defaultText != nil
            let callee = "container." + (mayBeAbsent ? "decodeIfPresent" : "decode")
            let fallback = field.isOptional ? nil : field.defaultText
            body.append(
                .decoding(
                    target: target,
                    Call(
                        callee,
                        [
                            Call.Argument(label: nil, value: .text("\(field.type).self")),
                            Call.Argument(label: "forKey", value: .text(".\(field.plainName)")),
                        ]),
                    fallback: fallback))
        }
        return FunctionDeclaration(
            introducer: "public init", parameters: ["from decoder: any Decoder"], effects: "throws",
            body: body)
    }
}
