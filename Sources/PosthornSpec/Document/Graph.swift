/// What leads to what.
///
/// No recursion, so that a chain can have any length.
package struct Graph<Node: Hashable> {
    /// Of each node, those that it leads to.
    package private(set) var edges: [Node: [Node]]

    /// Creates a graph from its edges.
    package init(_ edges: [Node: [Node]]) { self.edges = edges }

    /// The nodes with an edge to each.
    private var users: [Node: [Node]] {
        var users: [Node: [Node]] = [:]
        for (node, targets) in edges {
            for target in targets { users[target, default: []].append(node) }
        }
        return users
    }

    /// Removes a node.
    mutating func remove(_ node: Node) { edges[node] = nil }

    /// Removes, again and again, what leads to nothing that is left.
    mutating func prune() {
        edges = edges.mapValues { $0.filter { edges[$0] != nil } }
        let users = users
        var counts = edges.mapValues(\.count)
        var free = counts.filter { $0.value == 0 }.map(\.key)
        while let node = free.popLast() {
            edges[node] = nil
            for user in users[node] ?? [] {
                counts[user, default: 0] -= 1
                if counts[user] == 0 { free.append(user) }
            }
        }
        edges = edges.mapValues { $0.filter { edges[$0] != nil } }
    }

    /// Removes what is in no circle and between no two of them.
    package mutating func keepCircles() {
        for _ in 0..<2 {
            prune()
            let users = users
            edges = edges.keys.reduce(into: [:]) { $0[$1] = users[$1] ?? [] }
        }
    }

    /// Some nodes, and all that lead to one of them.
    func leading(to nodes: some Sequence<Node>) -> Set<Node> {
        let users = users
        var found = Set(nodes)
        var open = Array(found)
        while let node = open.popLast() {
            for user in users[node] ?? [] where found.insert(user).inserted { open.append(user) }
        }
        return found
    }
}
