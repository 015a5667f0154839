/// A union whose types are tried one after the other does not try itself.
///
/// Reading would come back to it at the same place of the answer, without end. Objects, arrays and
/// maps are no way back: something of the answer has been read when their values begin.
enum EndlessUnions: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var edges: [String: [TypeCircles.Edge]] = [:]
        for (name, type) in draft.types {
            switch type.kind {
            case .union(let union) where union.discriminator == nil:
                edges[name] = union.cases.compactMap { edge(to: $0.type, at: $0.typeMark) }
            case .wrapper(let type, let mark):
                edges[name] = edge(to: type, at: mark).map { [$0] }
            default: break
            }
        }
        var circles = TypeCircles(edges)
        circles.forEach(in: draft) { path, edge, chain in
            log.error(
                path, edge.mark, "a union without 'by' is not one of its own types", found: chain,
                write: "another type, or '[\(edge.target)]'")
        }
    }

    private static func edge(
        to type: TypeExpression, at mark: SourceMark
    ) -> TypeCircles.Edge? {
        guard case .named(let target) = type.wrapped else { return nil }
        return TypeCircles.Edge(mark: mark, target: target.text)
    }
}
