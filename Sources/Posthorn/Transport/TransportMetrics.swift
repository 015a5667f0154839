/// What a transfer cost, in time and bytes.
///
/// All times count from the start of the call.
public struct TransportMetrics: Sendable, Hashable {
    /// When the name was resolved.
    ///
    /// `nil` if it was not needed.
    public var nameResolved: Duration?
    /// When the TCP connection stood.
    ///
    /// `nil` on a reused connection.
    public var connected: Duration?
    /// When the TLS handshake ended.
    ///
    /// `nil` without TLS or on a reused connection.
    public var secured: Duration?
    /// When the first byte of the answer arrived.
    public var firstByte: Duration?
    /// When the last byte arrived.
    public var total: Duration
    /// The HTTP version of the exchange, such as `"1.1"` or `"2"`; empty if unknown.
    public var httpVersion: String
    /// Whether the connection had carried another request before.
    public var reusedConnection: Bool
    /// Bytes of the request's header block and body on the wire.
    public var bytesSent: Int
    /// Bytes of the response's header block and body on the wire.
    public var bytesReceived: Int

    /// Creates metrics.
    public init(
        nameResolved: Duration? = nil, connected: Duration? = nil, secured: Duration? = nil,
        firstByte: Duration? = nil, total: Duration = .zero, httpVersion: String = "",
        reusedConnection: Bool = false, bytesSent: Int = 0, bytesReceived: Int = 0
    ) {
        self.nameResolved = nameResolved
        self.connected = connected
        self.secured = secured
        self.firstByte = firstByte
        self.total = total
        self.httpVersion = httpVersion
        self.reusedConnection = reusedConnection
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
    }
}
