/// A cache of values computed from texts.
///
/// Use it for a small set of texts, such as base URLs and paths of endpoints. When the cache is full, it is
/// cleared.
final class Memoized<Value: Sendable>: Sendable {
    private let values = Locked<[String: Value]>([:])
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Returns the value for a text, and computes it if it is not in the cache.
    func value(of text: String, _ make: (String) throws -> Value) rethrows -> Value {
        if let value = values.withLock({ $0[text] }) { return value }
        let value = try make(text)
        values.withLock { values in
            if values.count >= limit { values.removeAll() }
            values[text] = value
        }
        return value
    }
}
