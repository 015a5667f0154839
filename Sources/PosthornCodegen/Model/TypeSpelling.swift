internal import PosthornSpec

/// Writes types in Swift.
struct TypeSpelling {
    /// The name of the type that is declared in place, if there is one.
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
