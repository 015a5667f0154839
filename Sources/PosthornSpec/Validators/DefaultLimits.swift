/// Compares a default with a limit as a call would.
///
/// What needs a regular expression is not compared here: ``PatternMatches`` does that.
enum DefaultLimits {
    /// What of a default breaks a limit.
    ///
    /// - Parameter type: The type that is limited, without wrappers around it.
    static func broken(
        _ limit: LimitSpec.Kind, by value: DefaultSpec.Value, of type: TypeExpression
    ) -> String? {
        switch (limit, value) {
        case (.length(let lower, let upper), _):
            let count =
                switch value {
                case .text(let text): length(of: text, type)
                case .list(let items): items.count
                case .map(let members): members.count
                }
            guard count < lower || count > upper ?? .max else { return nil }
            return "a length of \(count) for \(lower)...\(upper.map(String.init) ?? "")"
        case (.range(let lower, let upper), .text(let text)):
            let isInside =
                (lower.map { isOrdered($0, text) } ?? true)
                && (upper.map { isOrdered(text, $0) } ?? true)
            return isInside ? nil : "\(quoted(text)) for \(lower ?? "")...\(upper ?? "")"
        case (.range, _), (.pattern, _): return nil
        }
    }

    /// The characters of a text, or the bytes that it stands for.
    private static func length(of text: String, _ type: TypeExpression) -> Int {
        guard type.scalar == .data, case .named(let name) = type else {
            return text.unicodeScalars.count
        }
        if name.form == "hex" { return text.utf8.count / 2 }
        // Four characters stand for three bytes, with or without the padding at the end.
        return text.utf8.count(where: { $0 != UInt8(ascii: "=") }) * 3 / 4
    }

    /// Whether two numbers are in this order; of what is no number another rule tells.
    private static func isOrdered(_ left: String, _ right: String) -> Bool {
        guard let left = NumberOrder(left), let right = NumberOrder(right) else { return true }
        return left <= right
    }
}
