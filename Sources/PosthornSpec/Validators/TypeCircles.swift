/// What leads from one name to others, reduced to what leads in circles.
struct TypeCircles {
    /// A name that another leads to, and where it is written.
    struct Edge {
        var mark: SourceMark
        var target: String
    }

    /// Of each name that is left, what it leads to.
    private(set) var edges: [String: [Edge]]

    /// Finds what is, or leads to, a circle.
    init(_ edges: [String: [Edge]]) {
        self.edges = edges
        prune()
    }

    /// Reports each circle once, at the first type of it.
    ///
    /// - Parameter report: Is given the file, the place and the circle as a chain of names.
    mutating func forEach(
        in draft: SpecDraft, _ report: (_ path: String, _ edge: Edge, _ chain: String) -> Void
    ) {
        // Each circle takes a walk over all types.
        var remaining = 20
        for file in draft.files {
            for type in file.types {
                guard remaining > 0, let edge = edges[type.name]?.first else { continue }
                remaining -= 1
                report(file.path, edge, chain(from: type.name))
                // One diagnostic for a circle: without this type it is none.
                edges[type.name] = nil
                prune()
            }
        }
    }

    /// Removes, again and again, what leads to nothing that is left.
    ///
    /// No recursion, so that a chain of types can have any length.
    private mutating func prune() {
        var users: [String: [String]] = [:]
        var counts: [String: Int] = [:]
        for (name, list) in edges {
            let inner = list.filter { edges[$0.target] != nil }
            edges[name] = inner
            counts[name] = inner.count
            for edge in inner { users[edge.target, default: []].append(name) }
        }
        var free = counts.filter { $0.value == 0 }.map(\.key)
        while let name = free.popLast() {
            edges[name] = nil
            for user in users[name] ?? [] {
                counts[user, default: 0] -= 1
                if counts[user] == 0 { free.append(user) }
            }
        }
        let left = Set(edges.keys)
        for name in left { edges[name]?.removeAll { !left.contains($0.target) } }
    }

    /// The circle as a chain of names.
    ///
    /// What only leads to a circle is shown with it.
    private func chain(from start: String) -> String {
        var names = [start]
        while names.count < 8, let next = edges[names[names.count - 1]]?.first?.target {
            names.append(next)
            if names.dropLast().contains(next) { break }
        }
        return "'" + names.joined(separator: " → ") + "'"
    }
}
