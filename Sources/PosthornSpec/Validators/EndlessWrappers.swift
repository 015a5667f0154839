/// A type with `wraps` is not wrapped in itself: Swift has no room for it, also where it may be null.
enum EndlessWrappers: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var circles = circles(in: draft.types)
        circles.report("a type does not wrap itself", write: "another type", in: draft, log)
    }

    /// The wrappers that wrap themselves or one that does.
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
