internal import PosthornSpec

/// Writes types in Swift.
struct TypeSpelling {
    /// The name of the enum that is declared in place, if there is one.
    var inlineEnum = ""

    func spell(_ type: TypeExpression) -> String {
        switch type {
        case .named(let name): name.text == "File" ? "FilePart" : name.text
        case .array(let item): "[\(spell(item))]"
        case .map(let value): "[String: \(spell(value))]"
        case .openEnum: inlineEnum
        }
    }
}
