internal import PosthornSpec

/// A default as Swift and as documentation write it.
struct DefaultText {
    var value: DefaultSpec.Value
    var type: TypeExpression
    var context: GeneratorContext

    var swift: String {
        switch value {
        case .text(let text): swift(text, type)
        case .emptyMap: "[:]"
        case .list(let texts):
            if case .array(let item) = type {
                "[" + texts.map { swift($0, item) }.joined(separator: ", ") + "]"
            } else {
                "[]"
            }
        }
    }

    var doc: String {
        switch value {
        case .text(let text): code(text)
        case .emptyMap: "empty"
        case .list(let texts): texts.isEmpty ? "empty" : texts.map(code).joined(separator: ", ")
        }
    }

    private func code(_ text: String) -> String {
        text.isEmpty ? "the empty text" : "`\(text.filter { $0 != "`" && !$0.isNewline })`"
    }

    private func swift(_ text: String, _ type: TypeExpression) -> String {
        switch type {
        case .openEnum(let cases):
            return swift(text, cases)
        case .named(let name):
            switch type.scalar {
            case .string: return literal(text)
            case .decimal: return decimal(text)
            case nil:
                guard case .openEnum(let cases) = context.types[name.text]?.kind else { break }
                return swift(text, cases)
            default: return text
            }
        case .array, .map:
            break
        }
        return text
    }

    private func swift(_ text: String, _ cases: [EnumCase]) -> String {
        let name = cases.first { $0.rawValue == text }?.swiftName ?? "unknown(\(literal(text)))"
        return ".\(name)"
    }

    /// A literal would go through a binary fraction.
    private func decimal(_ text: String) -> String {
        guard let parts = DecimalText(text), parts.exponent < 0 else { return text }
        return "Decimal(sign: .\(parts.isNegative ? "minus" : "plus"), "
            + "exponent: \(parts.exponent), significand: \(parts.significand))"
    }
}
