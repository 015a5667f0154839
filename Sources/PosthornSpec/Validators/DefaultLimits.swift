/// A comparison of defaults with limits, with the result of a call.
///
/// ``PatternMatches`` compares defaults with regular expressions.
enum DefaultLimits {
    /// Describes how a default breaks a limit, or returns `nil` if it does not.
    ///
    /// - Parameter type: The limited type, without wrappers around it.
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

    /// Returns the number of characters of a text, or of the bytes that it encodes.
    private static func length(of text: String, _ type: TypeExpression) -> Int {
        guard type.scalar == .data, case .named(let name) = type else {
            return text.unicodeScalars.count
        }
        if name.form == "hex" { return text.utf8.count / 2 }
        // Four base64 characters encode three bytes, with or without padding.
        return text.utf8.count(where: { $0 != UInt8(ascii: "=") }) * 3 / 4
    }

    /// Returns whether two numbers are in ascending order, and `true` for texts that are not numbers.
    ///
    /// Another rule reports those.
    private static func isOrdered(_ left: String, _ right: String) -> Bool {
        guard let left = NumberOrder(left), let right = NumberOrder(right) else { return true }
        return left <= right
    }
}
