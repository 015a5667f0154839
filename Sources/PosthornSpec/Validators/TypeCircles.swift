/// What leads from one name to others, reduced to what leads in circles.
struct TypeCircles {
    /// A name that another leads to, and where it is written.
    struct Edge {
        var mark: SourceMark
        var target: String
    }

    private let edges: [String: [Edge]]
    /// Of each name that is left, what it leads to.
    private var graph: Graph<String>

    /// Finds what is, or leads to, a circle.
    init(_ edges: [String: [Edge]]) {
        self.edges = edges
        graph = Graph(edges.mapValues { $0.map(\.target) })
        graph.prune()
    }

    /// Whether a name is, or leads to, a circle.
    func contains(_ name: String) -> Bool { graph.edges[name] != nil }

    /// Reports each circle once, at the first type of it, as a chain of names.
    ///
    /// - Parameter change: What to write, unless an array helps.
    mutating func report(
        _ rule: String, write change: String, in draft: SpecDraft, _ log: DiagnosticLog
    ) {
        // Each circle takes a walk over all types.
        var remaining = 20
        draft.forEachDeclaration(log) { log, type in
            guard remaining > 0, let target = graph.edges[type.name]?.first,
                let edge = edges[type.name]?.first(where: { $0.target == target })
            else { return }
            remaining -= 1
            log.error(
                edge.mark, rule, found: chain(from: type.name),
                write: "\(change), or '[\(target)]'")
            // One diagnostic for a circle: without this type it is none.
            graph.remove(type.name)
            graph.prune()
        }
    }

    /// The circle as a chain of names.
    ///
    /// What only leads to a circle is shown with it.
    private func chain(from start: String) -> String {
        var names = [start]
        while names.count < 8, let next = graph.edges[names[names.count - 1]]?.first {
            names.append(next)
            if names.dropLast().contains(next) { break }
        }
        return "'" + names.joined(separator: " → ") + "'"
    }
}
