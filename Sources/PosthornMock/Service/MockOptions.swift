/// What a mock does besides following the spec.
package struct MockOptions: Sendable {
    /// From what all values follow; the same requests have the same responses.
    package var seed: UInt64 = 1
    /// Whether resources are kept that clients make.
    package var isStateful = false
    /// The time before each response, drawn from a range.
    package var latency: ClosedRange<Duration>?
    /// The share of requests that fail as the spec documents, from 0 to 1.
    package var errorRate = 0.0
    /// The share of requests with each fault of the connection, from 0 to 1.
    package var faults: [MockFault: Double] = [:]
    /// The maximum number of bytes of a request's body.
    package var bodyLimit = 1 << 20
    /// Whether a request without the credentials of its endpoint is refused.
    package var checksCredentials = true

    package init() {}
}
