internal import PosthornSpec

/// The generator of limit checks.
enum LimitCalls {
    /// Returns the checks of a field.
    ///
    /// - Parameters:
    ///   - value: The expression for the field's value.
    ///   - receiver: The name of the request builder or of the writer, which runs the check.
    static func checks(
        of field: FieldModel, value: String, receiver: String, context: GeneratorContext
    ) -> [Statement] {
        guard !field.spec.limits.isEmpty else { return [] }
        if field.spec.traits.isReadOnly {
            let checks = context.checksResponses ? calls(of: field, value, receiver, context) : []
            return checks.isEmpty ? [] : [.block("if !json.isRequest", checks)]
        }
        return calls(of: field, value, receiver, context)
    }

    private static func calls(
        of field: FieldModel, _ value: String, _ receiver: String, _ context: GeneratorContext
    ) -> [Statement] {
        let (type, wrappers) = field.spec.type.limited(context.types)
        var value = field.isPresence ? value + ".value" : value
        var mayBeNil = field.isOptional || field.spec.type.isNullable || field.spec.isOneWay
        for wrapsOptional in wrappers {
            value += mayBeNil ? "?.value" : ".value"
            mayBeNil = wrapsOptional
        }
        return field.spec.limits.flatMap { limit in
            bounds(limit.kind, type).map { label, bound in
                .call(
                    Call(
                        "\(receiver).check",
                        [.init(literal(field.spec.shownName)), .init(value), .init(label, bound)]))
            }
        }
    }

    private static func bounds(
        _ kind: LimitSpec.Kind, _ type: TypeExpression
    ) -> [(label: String, bound: String)] {
        switch kind {
        case .length(let lower, let upper):
            return [("length", "\(lower)...\(upper.map(String.init) ?? "Int.max")")]
        case .pattern(let pattern): return [("pattern", literal(pattern))]
        case .range(let lower?, let upper?) where type.scalar != .decimal:
            let most = DefaultText.number(upper, type)
            // The minus sign would become a part of the operator.
            let end = upper.hasPrefix("-") ? "(\(most))" : most
            return [("range", "\(DefaultText.number(lower, type))...\(end)")]
        case .range(let lower, let upper):
            return (lower.map { [("atLeast", DefaultText.number($0, type))] } ?? [])
                + (upper.map { [("atMost", DefaultText.number($0, type))] } ?? [])
        }
    }
}
