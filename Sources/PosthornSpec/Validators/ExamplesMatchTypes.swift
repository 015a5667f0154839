/// Checks that examples are values of their types.
enum ExamplesMatchTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let values = ValueCheck(types: draft.types, isExample: true)
        draft.forEachField(log) { log, field, _ in
            guard let example = field.example, !field.type.isFiles else { return }
            if field.isOptional, example.value == .text("null") { return }
            check(example, [field.type], values, log)
        }
        draft.forEachEndpoint(log) { log, endpoint in
            guard let example = endpoint.rules.example else { return }
            let types = endpoint.output.types
            check(example, types + (endpoint.output.isStreamed ? types.map(list) : []), values, log)
        }
    }

    /// Returns the type of an example with several elements of a stream.
    private static func list(of type: TypeExpression) -> TypeExpression { .array(type) }

    /// Checks that an example is a value of at least one of the types.
    private static func check(
        _ example: DefaultSpec, _ types: [TypeExpression], _ values: ValueCheck, _ log: FileLog
    ) {
        let problems = types.map {
            (type: $0, problem: values.problem(example.value, $0, depth: 0))
        }
        guard let first = problems.first, let problem = first.problem,
            problems.allSatisfy({ $0.problem != nil })
        else { return }
        log.error(
            example.mark, "an example is a value of its type \(quoted(first.type.description))",
            found: problem.found, write: problem.write)
    }
}
