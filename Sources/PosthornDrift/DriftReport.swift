/// What a ``DriftObserver`` has seen so far.
public struct DriftReport: Sendable {
    /// A difference between the responses of an endpoint and the spec.
    public struct Entry: Hashable, Sendable {
        /// The name of the endpoint in the spec.
        public let endpoint: String
        /// The difference.
        public let drift: Drift
        /// The number of responses with it.
        ///
        /// For ``Drift/Kind/neverSeen``, the number of objects without the member.
        public let count: Int

        package init(endpoint: String, drift: Drift, count: Int) {
            (self.endpoint, self.drift, self.count) = (endpoint, drift, count)
        }
    }

    /// The number of compared responses by the name of their endpoint.
    public let responses: [String: Int]
    /// The differences by endpoint, the most frequent ones first.
    public let entries: [Entry]
    /// The number of differences that were not kept, because the observer had kept 1,000 others.
    public let uncounted: Int
}

extension DriftReport: CustomStringConvertible {
    /// One line for each difference, without values.
    public var description: String {
        let lines = entries.map { "\($0.endpoint): \($0.drift) (\($0.count) times)" }
        let total = responses.values.reduce(0, +)
        return (["\(total) responses, \(entries.count) differences"] + lines)
            .joined(separator: "\n")
    }
}
