internal import PosthornSpec

/// A conversion of types to Swift code.
struct TypeSpelling {
    /// The name of the inline type, or empty for none.
    var inlineType = ""

    func spell(_ type: TypeExpression) -> String {
        switch type {
        case .named(let name) where name.text == "File": "FormPart"
        case .named(let name): ScalarType(rawValue: name.text)?.swiftName ?? name.text
        case .array(let item): "[\(spell(item))]"
        case .map(let value): "[String: \(spell(value))]"
        case .optional(let wrapped): "\(spell(wrapped))?"
        case .inline: inlineType
        }
    }
}
