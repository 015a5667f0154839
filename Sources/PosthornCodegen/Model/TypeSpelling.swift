internal import PosthornSpec

/// A conversion of types to Swift code.
struct TypeSpelling {
    let context: GeneratorContext
    /// The name of the inline type, or empty for none.
    var inlineType = ""

    init(_ context: GeneratorContext, inlineType: String = "") {
        (self.context, self.inlineType) = (context, inlineType)
    }

    func spell(_ type: TypeExpression) -> String {
        switch type {
        case .named(let name) where name.text == "File": "FormPart"
        case .named(let name):
            ScalarType(rawValue: name.text)?.swiftName ?? context.path(of: name.text)
        case .array(let item): "[\(spell(item))]"
        case .map(let value): "[String: \(spell(value))]"
        case .optional(let wrapped): "\(spell(wrapped))?"
        case .inline: inlineType
        }
    }
}
