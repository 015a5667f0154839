/// A graph of names, reduced to its cycles and the names that lead to them.
struct TypeCircles {
    /// A target of a name, with its place.
    struct Edge {
        var mark: SourceMark
        var target: String
    }

    private let edges: [String: [Edge]]
    /// The targets of each remaining name.
    private var graph: Graph<String>

    /// Finds the names that are in a cycle or lead to one.
    init(_ edges: [String: [Edge]]) {
        self.edges = edges
        graph = Graph(edges.mapValues { $0.map(\.target) })
        graph.prune()
    }

    /// Returns whether a name is in a cycle or leads to one.
    func contains(_ name: String) -> Bool { graph.edges[name] != nil }

    /// Reports each cycle once, at its first type, as a chain of names.
    ///
    /// - Parameter change: What to write if an array is not suitable.
    mutating func report(
        _ rule: String, write change: String, in draft: SpecDraft, _ log: DiagnosticLog
    ) {
        // Each cycle takes a pass over all types.
        var remaining = 20
        draft.forEachDeclaration(log) { log, type in
            guard remaining > 0, let target = graph.edges[type.name]?.first,
                let edge = edges[type.name]?.first(where: { $0.target == target })
            else { return }
            remaining -= 1
            log.error(
                edge.mark, rule, found: chain(from: type.name),
                write: "\(change), or '[\(target)]'")
            // Without this type, the cycle does not exist, so it is reported once.
            graph.remove(type.name)
            graph.prune()
        }
    }

    /// Returns a cycle as a chain of names, together with the names that lead to it.
    private func chain(from start: String) -> String {
        var names = [start]
        while names.count < 8, let next = graph.edges[names[names.count - 1]]?.first {
            names.append(next)
            if names.dropLast().contains(next) { break }
        }
        return "'" + names.joined(separator: " → ") + "'"
    }
}
