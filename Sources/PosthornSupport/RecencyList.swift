/// A value of a cache in the order of use, without its types.
///
/// The list is not generic: generic code of another module is not specialized for its user's types, and would
/// take microseconds and allocate for each hit.
// SAFETY: the links are accessed only under the lock of the cache; the other properties are constants.
package final class RecencyNode: @unchecked Sendable {
    /// The hash of the key; the variants of a key share it.
    package let hash: Int
    package let cost: Int
    /// What the cache keeps in the node.
    package let content: AnyObject
    /// The next node with the same hash.
    package fileprivate(set) var nextInBucket: RecencyNode?
    // The buckets retain the nodes.
    fileprivate unowned(unsafe) var older: RecencyNode?
    fileprivate unowned(unsafe) var newer: RecencyNode?

    package init(hash: Int, cost: Int, _ content: any AnyObject & Sendable) {
        self.hash = hash
        self.cost = cost
        self.content = content
    }
}

/// The nodes of a cache, by hash and in the order of use.
package struct RecencyList: Sendable {
    private var buckets: [Int: RecencyNode] = [:]
    private unowned(unsafe) var oldest: RecencyNode?
    private unowned(unsafe) var newest: RecencyNode?
    package private(set) var cost = 0
    package private(set) var count = 0
    /// How often the user has removed values.
    package var removals = 0

    package init() {}

    /// Returns the first node with a hash; the others follow by ``RecencyNode/nextInBucket``.
    package func first(_ hash: Int) -> RecencyNode? { buckets[hash] }

    /// Adds a node as the most recently used one.
    package mutating func insert(_ node: RecencyNode) {
        node.nextInBucket = buckets[node.hash]
        buckets[node.hash] = node
        cost += node.cost
        count += 1
        append(node)
    }

    /// Marks a node as the most recently used one.
    package mutating func use(_ node: RecencyNode) {
        guard newest !== node else { return }
        unlink(node)
        append(node)
    }

    package mutating func remove(_ node: RecencyNode) {
        unlink(node)
        cost -= node.cost
        count -= 1
        guard let first = buckets[node.hash], first !== node else {
            buckets[node.hash] = node.nextInBucket
            return
        }
        var previous = first
        while let next = previous.nextInBucket, next !== node { previous = next }
        previous.nextInBucket = node.nextInBucket
    }

    /// Removes the least recently used nodes until the cost is at most a limit, and returns them.
    ///
    /// - Parameter kept: A node that stays. `nil` keeps none.
    package mutating func evict(to limit: Int, but kept: RecencyNode? = nil) -> [RecencyNode] {
        var removed: [RecencyNode] = []
        while cost > limit, let node = oldest, node !== kept {
            remove(node)
            removed.append(node)
        }
        return removed
    }

    private mutating func append(_ node: RecencyNode) {
        node.older = newest
        node.newer = nil
        newest?.newer = node
        newest = node
        if oldest == nil { oldest = node }
    }

    private mutating func unlink(_ node: RecencyNode) {
        if let older = node.older { older.newer = node.newer } else { oldest = node.newer }
        if let newer = node.newer { newer.older = node.older } else { newest = node.older }
    }
}
