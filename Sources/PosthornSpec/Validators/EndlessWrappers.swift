/// Checks that no type with `wraps` wraps itself, because Swift cannot lay it out, even if it is nullable.
enum EndlessWrappers: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var circles = circles(in: draft.types)
        circles.report("a type does not wrap itself", write: "another type", in: draft, log)
    }

    /// Returns the wrappers that wrap themselves or lead to such a wrapper.
    static func circles(in types: [String: TypeSpec]) -> TypeCircles {
        TypeCircles(
            types.compactMapValues { type in
                guard case .wrapper(let wrapped, let mark) = type.kind,
                    case .named(let target) = wrapped.wrapped
                else { return nil }
                return [TypeCircles.Edge(mark: mark, target: target.text)]
            })
    }
}
