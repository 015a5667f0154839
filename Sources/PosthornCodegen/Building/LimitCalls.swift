internal import PosthornSpec

/// Writes the checks of limits.
enum LimitCalls {
    /// The checks of a field.
    ///
    /// - Parameters:
    ///   - value: The field's value.
    ///   - receiver: What checks: the builder of a request, or the writer.
    static func checks(of field: FieldModel, value: String, receiver: String) -> [Statement] {
        let value = field.isPresence ? value + ".value" : value
        return field.spec.limits.map { limit in
            .text(
                "try \(receiver).check(\(literal(field.wireName)), \(value), "
                    + "\(bound(limit.kind, field.spec.type.wrapped)))")
        }
    }

    private static func bound(_ kind: LimitSpec.Kind, _ type: TypeExpression) -> String {
        switch kind {
        case .length(let lower, let upper):
            return "length: \(lower)...\(upper.map(String.init) ?? "Int.max")"
        case .pattern(let pattern):
            return "pattern: \(literal(pattern))"
        case .range(let lower, let upper):
            let number = { (text: String) in
                type.scalar == .decimal ? DefaultText.decimal(text) : text
            }
            switch (lower, upper) {
            case (let lower?, let upper?): return "range: \(number(lower))...\(number(upper))"
            case (let lower?, nil): return "atLeast: \(number(lower))"
            case (nil, let upper?): return "atMost: \(number(upper))"
            case (nil, nil): return "range: 0...0"
            }
        }
    }
}
