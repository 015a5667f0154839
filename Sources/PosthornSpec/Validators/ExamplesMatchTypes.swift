/// An example is a value of its type.
enum ExamplesMatchTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let values = ValueCheck(types: draft.types, isExample: true)
        draft.forEachField { path, field, _ in
            guard let example = field.example, !field.type.isFiles else { return }
            if field.isOptional, example.value == .text("null") { return }
            check(example.value, [field.type], at: example.mark, values, path, log)
        }
        for file in draft.files {
            for endpoint in file.endpoints {
                guard let example = endpoint.rules.example else { continue }
                let types = endpoint.answer.types
                check(
                    value(example), types + (endpoint.answer.isStreamed ? types.map(list) : []),
                    at: endpoint.rules.exampleMark, values, file.path, log)
            }
        }
    }

    /// Several elements of a stream.
    private static func list(of type: TypeExpression) -> TypeExpression { .array(type) }

    /// A sample is of one of the types.
    private static func check(
        _ value: DefaultSpec.Value, _ types: [TypeExpression], at mark: SourceMark,
        _ values: ValueCheck, _ path: String, _ log: DiagnosticLog
    ) {
        let problems = types.map { (type: $0, problem: values.problem(value, $0, depth: 0)) }
        guard let first = problems.first, let problem = first.problem,
            problems.allSatisfy({ $0.problem != nil })
        else { return }
        log.error(
            path, mark, "an example is a value of its type \(quoted(first.type.description))",
            found: problem.found, write: problem.write)
    }

    private static func value(_ example: ExampleSpec) -> DefaultSpec.Value {
        switch example {
        case .text(let text, _): .text(text)
        case .list(let items): .list(items.map(value))
        case .object(let fields):
            .map(fields.map { DefaultSpec.Member(key: $0.name, value: value($0.value)) })
        }
    }
}
