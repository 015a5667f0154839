/// A type with `wraps` is not wrapped in itself: Swift has no room for it, also where it may be null.
enum EndlessWrappers: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var circles = circles(in: draft.types)
        circles.forEach(in: draft) { path, edge, chain in
            log.error(
                path, edge.mark, "a type does not wrap itself", found: chain,
                write: "another type, or '[\(edge.target)]'")
        }
    }

    /// The wrappers that wrap themselves or one that does.
    static func circles(in types: [String: TypeSpec]) -> TypeCircles {
        var edges: [String: [TypeCircles.Edge]] = [:]
        for (name, type) in types {
            guard case .wrapper(let wrapped, let mark) = type.kind,
                case .named(let target) = wrapped.wrapped
            else { continue }
            edges[name] = [TypeCircles.Edge(mark: mark, target: target.text)]
        }
        return TypeCircles(edges)
    }
}
