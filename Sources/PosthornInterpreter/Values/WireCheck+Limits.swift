internal import FoundationEssentials
internal import PosthornCore
internal import PosthornSpec

/// The limits that a spec sets for values.
extension WireCheck {
    mutating func checkLimits(_ value: JSONValue, _ field: FieldSpec) {
        guard !value.isNull else { return }
        for limit in field.limits {
            do {
                try Self.check(value, limit.kind, field.shownName)
            } catch {
                add(
                    .limit, "is within the spec's limits", found: Self.summary(value),
                    write: Self.rule(of: limit.kind, field.type),
                    isRefused: !isResponse || refusesLimits)
            }
        }
    }

    private static func check(
        _ value: JSONValue, _ limit: LimitSpec.Kind, _ name: String
    ) throws {
        switch limit {
        case .length(let least, let most):
            let range = least...(most ?? .max)
            try Limits.check(name, value.string, length: range)
            try Limits.check(name, value.array, length: range)
            try Limits.check(name, value.object, length: range)
        case .pattern(let pattern):
            try Limits.check(name, value.string, pattern: pattern)
        case .range(let least, let most):
            let number = value.number?.text ?? value.string
            try Limits.check(name, decimal(number), decimal(least), decimal(most))
        }
    }

    /// Returns what a limit allows, as an error writes it.
    private static func rule(of limit: LimitSpec.Kind, _ type: TypeExpression) -> String {
        let unit = type.wrapped.isList ? "elements" : "characters"
        switch limit {
        case .length(let least, nil): return "at least \(least) \(unit)"
        case .length(let least, let most?): return "\(least) to \(most) \(unit)"
        case .pattern(let pattern): return "a text that matches \(quoted(pattern))"
        case .range(let least?, let most?): return "a number from \(least) to \(most)"
        case .range(let least?, nil): return "a number of at least \(least)"
        case .range(nil, let most): return "a number of at most \(most ?? "")"
        }
    }

    private static func decimal(_ text: String?) -> Decimal? {
        text.flatMap { Decimal(string: $0) }
    }
}
