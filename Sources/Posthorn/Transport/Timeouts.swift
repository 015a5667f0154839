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

    /// Creates the limits.
    public init(connect: Duration? = .seconds(10), total: Duration? = .seconds(60)) {
        self.connect = connect
        self.total = total
    }
}
