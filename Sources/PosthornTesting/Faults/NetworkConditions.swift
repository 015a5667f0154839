public import PosthornCore

/// The conditions that a ``FaultInjector`` simulates.
///
/// The default simulates nothing.
public struct NetworkConditions: Sendable, Hashable {
    /// The delay before each request is sent; the default is zero.
    public var latency = Duration.zero
    /// The maximum of a random addition to ``latency``; the default is zero.
    public var jitter = Duration.zero
    /// The probability that the connection is lost before the request is sent, from 0 to 1; the default is 0.
    ///
    /// The server does not receive the request, and any request may be sent again.
    public var lossBeforeSending = 0.0
    /// The probability that the connection is lost after the request was sent, from 0 to 1; the default is 0.
    ///
    /// The server processes the request, and its response is lost.
    public var lossAfterSending = 0.0
    /// The status of a response in place of the server's, which does not receive the request.
    ///
    /// `nil`, the default, sends every request.
    public var errorStatus: HTTPResponse.Status?
    /// The probability of ``errorStatus``, from 0 to 1; the default is 1.
    public var errorProbability = 1.0
    /// The bytes of request bodies that are sent in a second; `nil`, the default, sets no limit.
    public var uploadBytesPerSecond: Int?
    /// The bytes of response bodies that are received in a second; `nil`, the default, sets no limit.
    public var downloadBytesPerSecond: Int?

    /// Creates conditions that simulate nothing.
    public init() {}

    /// Creates conditions with a latency and its jitter.
    public init(latency: Duration, jitter: Duration = .zero) {
        self.latency = latency
        self.jitter = jitter
    }
}
