/// What was made of a text, kept for the next call with the same one.
///
/// For texts of which a program has few, such as base URLs and paths of endpoints. Who makes new ones
/// all the time fills it up, and it starts afresh.
final class Memoized<Value: Sendable>: Sendable {
    private let values = Locked<[String: Value]>([:])
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// The value of a text, made if it is not there.
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
