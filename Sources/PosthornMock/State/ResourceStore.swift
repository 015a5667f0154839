internal import PosthornCore
internal import PosthornSupport

/// The resources that clients have made, by the paths of their collections.
final class ResourceStore: Sendable {
    private struct Collection {
        var ids: [String] = []
        var values: [String: JSONValue] = [:]
        /// The number of ids that were given.
        var given = 0
    }

    /// The greatest number of resources; further ones replace the oldest of their collection.
    static let most = 10_000

    private let collections = Locked<[String: Collection]>([:])

    /// Returns the resources of a collection in the order in which they were made.
    func list(_ path: String) -> [JSONValue] {
        collections.withLock { collections in
            guard let found = collections[path] else { return [] }
            return found.ids.compactMap { found.values[$0] }
        }
    }

    /// Returns a resource; `nil` if there is none.
    func get(_ id: String, in path: String) -> JSONValue? {
        collections.withLock { $0[path]?.values[id] }
    }

    /// Returns a number that no resource of a collection has had.
    func nextNumber(in path: String) -> Int {
        collections.withLock { collections in
            var found = collections[path] ?? Collection()
            repeat { found.given += 1 } while found.values[String(found.given)] != nil
            collections[path] = found
            return found.given
        }
    }

    /// Stores a resource in place of an earlier one.
    func set(_ value: JSONValue, _ id: String, in path: String) {
        collections.withLock { collections in
            var found = collections.removeValue(forKey: path) ?? Collection()
            if found.values.updateValue(value, forKey: id) == nil { found.ids.append(id) }
            if found.ids.count > Self.most { found.values[found.ids.removeFirst()] = nil }
            collections[path] = found
        }
    }

    /// Removes a resource, and those below it; returns whether it was there.
    func remove(_ id: String, in path: String) -> Bool {
        collections.withLock { collections in
            guard collections[path]?.values.removeValue(forKey: id) != nil else { return false }
            collections[path]?.ids.removeAll { $0 == id }
            let below = "\(path)/\(id)/"
            for key in collections.keys where key.hasPrefix(below) { collections[key] = nil }
            return true
        }
    }
}
