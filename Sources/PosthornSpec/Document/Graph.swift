/// A directed graph.
///
/// Its algorithms use no recursion, so that a path can have any length.
package struct Graph<Node: Hashable> {
    package private(set) var edges: [Node: [Node]]

    package init(_ edges: [Node: [Node]]) { self.edges = edges }

    /// The sources of each node's incoming edges.
    private var users: [Node: [Node]] {
        var users: [Node: [Node]] = [:]
        for (node, targets) in edges {
            for target in targets { users[target, default: []].append(node) }
        }
        return users
    }

    mutating func remove(_ node: Node) { edges[node] = nil }

    /// Repeatedly removes the nodes without outgoing edges, until none are left.
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

    /// Removes the nodes that are neither in a cycle nor on a path between two cycles.
    package mutating func keepCircles() {
        for _ in 0..<2 {
            prune()
            let users = users
            edges = edges.keys.reduce(into: [:]) { $0[$1] = users[$1] ?? [] }
        }
    }

    /// Returns the given nodes and all nodes from which one of them can be reached.
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
