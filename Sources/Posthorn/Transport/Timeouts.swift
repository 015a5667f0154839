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
    /// The default is 60 seconds; `nil` or zero means no limit. Unless it is set, a request whose body is a file,
    /// a stream or larger than 1 MiB has no total limit, and an ``idle`` limit of 60 seconds if that is not set
    /// either; and a typed call that returns a stream or a file has no total limit.
    public var total: Duration? { didSet { isTotalSet = true } }
    /// How long a request with the header field `Expect: 100-continue` waits for the server's word
    /// before it sends its body all the same (RFC 9110, section 10.1.1).
    ///
    /// The default is 1 second. Without that field nothing waits.
    public var expectation: Duration

    /// Whether somebody has chosen ``total``, be it the same as the default.
    private(set) var isTotalSet: Bool

    /// Creates limits with the default of ``total``, which depends on the request's body.
    public init(
        connect: Duration? = .seconds(10), firstByte: Duration? = nil, idle: Duration? = nil,
        turn: Duration? = nil, expectation: Duration = .seconds(1)
    ) {
        self.firstByte = firstByte
        self.turn = turn
        self.idle = idle
        self.connect = connect
        self.expectation = expectation
        total = .seconds(60)
        isTotalSet = false
    }

    /// Creates limits, one of them for the whole call.
    public init(
        connect: Duration? = .seconds(10), firstByte: Duration? = nil, idle: Duration? = nil,
        turn: Duration? = nil, total: Duration?, expectation: Duration = .seconds(1)
    ) {
        self.init(
            connect: connect, firstByte: firstByte, idle: idle, turn: turn, expectation: expectation
        )
        self.total = total
        isTotalSet = true
    }

    /// From how many bytes on a body takes as long as it moves.
    private static let largeBody = 1 << 20

    /// The limits of a request with this body: how long a large one takes depends on the link.
    func fitting(_ body: MessageBody?) -> Timeouts {
        guard !isTotalSet, let body, !body.isInMemory || body.count ?? 0 > Self.largeBody else {
            return self
        }
        var limits = self
        if limits.idle == nil { limits.idle = .seconds(60) }
        limits.total = nil
        return limits
    }
}
