/// Checks that limits and `lossy` fit their types, and that defaults keep the limits.
enum LimitsFit: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        // The defaults to match with patterns.
        var matched: [(log: FileLog, mark: SourceMark, match: PatternMatches.Match)] = []
        let isChecked = draft.checksResponses
        draft.forEachField(log) { log, field, _ in
            if field.traits.isLossy { LossyLists.check(field, draft, log) }
            guard !field.limits.isEmpty else { return }
            let type = field.type.limited(draft.types).type
            for limit in field.limits {
                if isChecked, case .pattern(let pattern) = limit.kind,
                    let part = BoundedPattern.unknownPart(of: pattern)
                {
                    log.error(
                        limit.mark, "a pattern that checks responses is matched in bounded time",
                        found: quoted(part),
                        write:
                            "it without lookaround, references, possessive repetitions, properties and "
                            + "operators of sets")
                    continue
                }
                if let problem = problem(limit.kind, type, of: field) {
                    log.error(limit.mark, problem.rule, found: problem.found, write: problem.write)
                } else if let value = field.defaultValue {
                    if case .pattern(let pattern) = limit.kind, case .text(let text) = value.value {
                        matched.append((log, value.mark, .init(pattern: pattern, text: text)))
                    } else if let found = DefaultLimits.broken(
                        limit.kind, by: value.value, of: type)
                    {
                        refuse(value.mark, found, log)
                    }
                }
            }
        }
        for (matched, outcome) in zip(matched, PatternMatches.outcomes(of: matched.map(\.match))) {
            let pattern = quoted(matched.match.pattern)
            switch outcome {
            case .found: break
            case .notFound:
                refuse(
                    matched.mark,
                    "\(quoted(matched.match.text)), which does not match \(pattern)", matched.log)
            case .endless:
                matched.log.error(
                    matched.mark,
                    "all defaults of a service are compared with their patterns in "
                        + "\(PatternMatches.limit.components.seconds) seconds",
                    found: "the time at an end with \(pattern)",
                    write: "a pattern without a repetition in a repetition, as in "
                        + "'\"^[a-z]+(-[a-z]+)*$\"'")
            }
        }
    }

    private static func refuse(_ mark: SourceMark, _ found: String, _ log: FileLog) {
        log.error(
            mark, "a default keeps the limits of its field", found: found,
            write: "another default, or other limits")
    }

    private static func problem(
        _ kind: LimitSpec.Kind, _ type: TypeExpression, of field: FieldSpec
    ) -> (rule: String, found: String, write: String)? {
        let found = quoted(field.type.description)
        switch kind {
        case .length:
            switch type {
            case .array, .map: return nil
            default:
                if type.scalar == .string || type.scalar == .data { return nil }
                return ("'length' limits texts, data, arrays and maps", found, "no 'length' here")
            }
        case .range(let lower, let upper):
            guard let scalar = type.scalar, scalar.isNumber else {
                return ("'range' limits numbers", found, "no 'range' here")
            }
            for bound in [lower, upper] {
                guard let bound, let write = ScalarDefault.problem(bound, scalar) else { continue }
                return (
                    "the bounds of a range are numbers of its type",
                    "\(quoted(bound)) for \(quoted(type.description))", write
                )
            }
            return nil
        case .pattern:
            return type.scalar == .string
                ? nil : ("'pattern' limits texts", found, "no 'pattern' here")
        }
    }
}
