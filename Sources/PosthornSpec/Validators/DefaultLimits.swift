/// Compares a default with a limit as a call would.
enum DefaultLimits {
    /// What of a default breaks a limit.
    static func broken(_ limit: LimitSpec.Kind, by value: DefaultSpec.Value) -> String? {
        switch (limit, value) {
        case (.length(let lower, let upper), _):
            let count =
                switch value {
                case .text(let text): text.unicodeScalars.count
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
        case (.pattern(let pattern), .text(let text)):
            // As ``Limits`` of the library matches.
            do {
                let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
                if try regex.firstMatch(in: text) != nil { return nil }
            } catch {
                return nil
            }
            return "\(quoted(text)), which does not match \(quoted(pattern))"
        case (.range, _), (.pattern, _): return nil
        }
    }

    /// Whether two numbers are in this order; of what is no number another rule tells.
    private static func isOrdered(_ left: String, _ right: String) -> Bool {
        if let left = Int64(left), let right = Int64(right) { return left <= right }
        guard let left = Double(left), let right = Double(right) else { return true }
        return left <= right
    }
}
