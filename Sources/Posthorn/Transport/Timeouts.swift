/// How long the parts of a transfer may take.
public struct Timeouts: Sendable, Hashable {
    /// From the start of the call to the open connection: name look-up, TCP and TLS.
    ///
    /// The default is 10 seconds; `nil` or zero leaves it to ``total``.
    public var connect: Duration?
    /// From the start of the call to the last byte of the answer.
    ///
    /// The default is 60 seconds; `nil` or zero means no limit.
    public var total: Duration?
    /// How long a request with the header field `Expect: 100-continue` waits for the server's word
    /// before it sends its body all the same (RFC 9110, section 10.1.1).
    ///
    /// The default is 1 second. Without that field nothing waits.
    public var expectation: Duration

    /// Creates the limits.
    public init(
        connect: Duration? = .seconds(10), total: Duration? = .seconds(60),
        expectation: Duration = .seconds(1)
    ) {
        self.connect = connect
        self.total = total
        self.expectation = expectation
    }
}
