/// A limit fits the type that it limits, and what is sent when nobody says anything.
enum LimitsFit: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        draft.forEachField { path, field, _ in
            guard !field.limits.isEmpty else { return }
            let type = field.type.limited(draft.types).type
            for limit in field.limits {
                if let (rule, write) = problem(limit.kind, type) {
                    log.error(
                        path, limit.mark, rule, found: quoted(field.type.description),
                        write: write)
                } else if let value = field.defaultValue,
                    let found = DefaultLimits.broken(limit.kind, by: value.value)
                {
                    log.error(
                        path, value.mark, "a default keeps the limits of its field", found: found,
                        write: "another default, or other limits")
                }
            }
        }
    }

    private static func problem(
        _ kind: LimitSpec.Kind, _ type: TypeExpression
    ) -> (rule: String, write: String)? {
        switch kind {
        case .length:
            switch type {
            case .array, .map: return nil
            default:
                if type.scalar == .string || type.scalar == .data { return nil }
                return ("'length' limits texts, data, arrays and maps", "no 'length' here")
            }
        case .range(let lower, let upper):
            guard let scalar = type.scalar, scalar.isNumber else {
                return ("'range' limits numbers", "no 'range' here")
            }
            let fits = [lower, upper].allSatisfy {
                $0.map { ScalarDefault.problem($0, scalar) == nil } ?? true
            }
            return fits
                ? nil
                : ("the bounds of a range are numbers of its type", "bounds that the type has")
        case .pattern:
            return type.scalar == .string ? nil : ("'pattern' limits texts", "no 'pattern' here")
        }
    }
}
