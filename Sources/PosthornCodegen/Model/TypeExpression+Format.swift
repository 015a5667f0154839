internal import PosthornSpec

extension TypeExpression {
    /// The expression for the wire format, or `nil` for the default one.
    var format: String? { form.map(Self.format) }

    /// The expression for the wire format outside of JSON, or `nil` for the default one.
    var textFormat: String? { textForm.map(Self.format) }

    private static func format(_ form: String) -> String {
        if let words = ScalarType.words(form) {
            return ".words(\(literal(String(words.yes))), \(literal(String(words.no))))"
        }
        return ".\(form.replacing(" string", with: "String"))"
    }
}
