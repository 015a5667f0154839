/// A limit fits the type that it limits.
enum LimitsFit: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        draft.forEachField { path, field, _ in
            for limit in field.limits {
                guard let (what, fitting) = problem(limit.kind, field.type.wrapped) else {
                    continue
                }
                log.error(
                    path, limit.mark, "\(what) limits \(fitting)",
                    found: quoted(field.type.description), write: "no \(what) here")
            }
        }
    }

    private static func problem(
        _ kind: LimitSpec.Kind, _ type: TypeExpression
    ) -> (what: String, fitting: String)? {
        switch kind {
        case .length:
            switch type {
            case .array, .map: return nil
            default:
                if type.scalar == .string || type.scalar == .data { return nil }
                return ("'length'", "texts, data, arrays and maps")
            }
        case .range(let lower, let upper):
            guard let scalar = type.scalar, scalar.isNumber else { return ("'range'", "numbers") }
            let fits = [lower, upper].allSatisfy {
                $0.map { ScalarDefault.problem($0, scalar) == nil } ?? true
            }
            return fits ? nil : ("a 'range' with such bounds", "another type of numbers")
        case .pattern:
            return type.scalar == .string ? nil : ("'pattern'", "texts")
        }
    }
}
