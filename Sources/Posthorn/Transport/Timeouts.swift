/// How long the parts of a transfer may take.
public struct Timeouts: Sendable, Hashable {
    /// From the start of the call, or from its turn if it had to wait for others, to the open
    /// connection: name look-up, TCP and TLS.
    ///
    /// The default is 10 seconds; `nil` or zero leaves it to ``total``.
    public var connect: Duration?
    /// How long a call may wait for others, where the session limits how many run at a time.
    ///
    /// The default is `nil`, which leaves it to ``total``; so does zero.
    public var turn: Duration?
    /// From the last byte of the request that was sent to the first line of the answer.
    ///
    /// The default is `nil`, which leaves it to ``total``; so does zero.
    public var firstByte: Duration?
    /// How long no byte may move in either direction, once the request goes out.
    ///
    /// It does not count while the caller reads or sends nothing. The default is `nil`, which leaves
    /// it to ``total``; so does zero.
    public var idle: Duration?
    /// From the start of the call to the last byte of the answer.
    ///
    /// The default is 60 seconds; `nil` or zero means no limit, which files and streams mostly want: a
    /// typed call that returns one has none, a bare request has the default.
    public var total: Duration?
    /// How long a request with the header field `Expect: 100-continue` waits for the server's word
    /// before it sends its body all the same (RFC 9110, section 10.1.1).
    ///
    /// The default is 1 second. Without that field nothing waits.
    public var expectation: Duration

    /// Creates the limits.
    public init(
        connect: Duration? = .seconds(10), firstByte: Duration? = nil, idle: Duration? = nil,
        turn: Duration? = nil,
        total: Duration? = .seconds(60), expectation: Duration = .seconds(1)
    ) {
        self.firstByte = firstByte
        self.turn = turn
        self.idle = idle
        self.connect = connect
        self.total = total
        self.expectation = expectation
    }
}
