/// A cache of values computed from texts.
///
/// Use it for a small set of texts, such as base URLs and paths of endpoints. When the cache is full, it is
/// cleared. It does not keep texts of more than 1,024 bytes.
final class Memoized<Value: Sendable>: Sendable {
    private let values = Locked<[ByteEqualName: Value]>([:])
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Returns the value for a text, and computes it if it is not in the cache.
    func value(of text: String, _ make: (String) throws -> Value) rethrows -> Value {
        guard text.utf8.count <= 1_024 else { return try make(text) }
        let key = ByteEqualName(text)
        if let value = values.withLock({ $0[key] }) { return value }
        let value = try make(text)
        values.withLock { values in
            if values.count >= limit { values.removeAll() }
            values[key] = value
        }
        return value
    }
}
