internal import PosthornForeign
internal import PosthornSpec

/// The limits of values that both languages have.
enum Limits {
    /// Returns `length`, `range` and `pattern` of a field.
    static func limits(_ node: Node, _ target: Node, _ type: TypeText) -> [(
        key: String, text: String
    )] {
        func value(_ key: String) -> Node? { node[key] ?? target[key] }
        func bounds(_ lower: String?, _ upper: String?) -> String? {
            lower == nil && upper == nil ? nil : "\(lower ?? "")...\(upper ?? "")"
        }
        func count(_ key: String) -> Int? {
            value(key)?.integer.flatMap { $0 >= 0 ? $0 : nil }
        }
        var limits: [(key: String, text: String)] = []
        switch type {
        case .array, .map, .name("String"):
            let isText = if case .name = type { true } else { false }
            let isMap = if case .map = type { true } else { false }
            let least = count(isText ? "minLength" : isMap ? "minProperties" : "minItems")
            let most = count(isText ? "maxLength" : isMap ? "maxProperties" : "maxItems")
            if let text = bounds(
                least.flatMap { $0 == 0 ? nil : String($0) }, most.map { String($0) }),
                least ?? 0 <= most ?? .max
            {
                limits.append(("length", text))
            }
            if isText, let pattern = value("pattern")?.string, isUsable(pattern) {
                limits.append(("pattern", pattern))
            }
        case .name("Int"), .name("Double"):
            let isWhole = if case .name("Int") = type { true } else { false }
            func bound(_ key: String, _ exclusive: String, _ step: Int) -> String?? {
                if let limit = value(exclusive), limit.isNumber {
                    return isWhole ? limit.integer.map { String($0 + step) } : .none
                }
                guard let limit = value(key), limit.isNumber else { return .some(nil) }
                if value(exclusive)?.isTrue == true {
                    return isWhole ? limit.integer.map { String($0 + step) } : .none
                }
                if isWhole { return limit.integer.map { String($0) } }
                return limit.text.utf8.count < 16 ? limit.text : .none
            }
            guard let lower = bound("minimum", "exclusiveMinimum", 1),
                let upper = bound("maximum", "exclusiveMaximum", -1)
            else { break }
            if let lower, let upper, Double(lower) ?? 0 > Double(upper) ?? 0 { break }
            if let text = bounds(lower, upper) { limits.append(("range", text)) }
        default: break
        }
        return limits
    }

    /// Returns whether Swift reads a pattern as other languages do.
    private static func isUsable(_ pattern: String) -> Bool {
        guard pattern.utf8.count <= 200, pattern.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { return false }
        return (try? Regex(pattern)) != nil
    }
}
