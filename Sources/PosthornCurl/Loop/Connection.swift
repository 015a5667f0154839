import Glibc

/// A connection of a session, from the opening of its socket to its closing.
///
/// Used by the loop's thread only.
final class Connection {
    /// Both ends of a connection, as reported in one of libcurl's callbacks and valid within it.
    struct Ends {
        let localPort: Int32
        let remoteAddress: UnsafePointer<CChar>?
        let remotePort: Int32
    }

    let socket: Int32
    /// The kernel's identifier of the socket (`SO_COOKIE`), which is never reused.
    private(set) var identity: UInt64?
    /// The local port; `nil` before the connection has carried a request.
    private(set) var localPort: Int32?
    private var remotePort: Int32 = 0
    private var remoteAddress: UnsafeMutablePointer<CChar>?
    /// The number of transfers that use it now.
    private(set) var transfers = 0
    /// Whether a response on it had an HTTP version other than HTTP/1.
    private var hasCarriedStreams = false
    /// Whether HTTP/2 was negotiated when it was opened.
    var usesHTTP2 = false
    /// The server's GOAWAY frame (RFC 9113, section 6.8): its last stream identifier and its error code.
    var goAway: (last: UInt32, code: HTTP2Code)?
    /// Whether the server had closed the connection at the last check.
    private var wasEndedByServer = false
    /// Whether it belongs to a network that the machine has left, so that it serves no further request.
    var endsWhenIdle = false
    /// Whether libcurl has not closed the connection.
    private(set) var isOpen = true
    private var details: TransportMetrics.KnownConnection?

    init(_ socket: Int32) {
        self.socket = socket
        identity = SocketProbe.identity(of: socket)
    }

    deinit { free(remoteAddress) }

    func note(_ ends: Ends) {
        localPort = ends.localPort
        remotePort = ends.remotePort
        remoteAddress = ends.remoteAddress.flatMap { strdup($0) }
    }

    func isBetween(_ ends: Ends) -> Bool {
        guard localPort == ends.localPort, remotePort == ends.remotePort else { return false }
        guard let remoteAddress, let other = ends.remoteAddress else {
            return remoteAddress == nil && ends.remoteAddress == nil
        }
        return strcmp(remoteAddress, other) == 0
    }

    func transferJoined() { transfers += 1 }

    func transferLeft(isMultiplexed: Bool) {
        transfers -= 1
        if isMultiplexed { hasCarriedStreams = true }
    }

    /// Whether it can carry several transfers at a time.
    var isMultiplexed: Bool { usesHTTP2 || hasCarriedStreams }

    /// The details of the connection, determined with its first request.
    func details(
        _ localAddress: UnsafePointer<CChar>?, _ handle: EasyHandle
    ) -> TransportMetrics.KnownConnection {
        if let details { return details }
        let security = handle.security
        var description = TransportMetrics.Connection(
            remoteAddress: remoteAddress.map { String(cString: $0) } ?? "",
            remotePort: Int(remotePort),
            localAddress: localAddress.map { String(cString: $0) } ?? "",
            localPort: Int(localPort ?? 0), tlsVersion: security?.version,
            cipherSuite: security?.cipher, chain: security == nil ? nil : handle.chain)
        if security != nil { description.revocationChecks = handle.revocationChecks }
        let found = TransportMetrics.KnownConnection(description)
        details = found
        noteProtocol(of: handle)
        return found
    }

    /// Records whether the TLS handshake has negotiated HTTP/2.
    func noteProtocol(of handle: EasyHandle) {
        if handle.usesHTTP2 { usesHTTP2 = true }
    }

    /// Whether the server has closed the connection, even if it is closed here by now.
    var isEndedByServer: Bool {
        if usesHTTP2, isOpen { wasEndedByServer = SocketProbe.isEnded(socket) }
        return wasEndedByServer
    }

    /// Whether the descriptor still belongs to this connection.
    ///
    /// libcurl 7.88.1 closes sockets that never connected without a notification.
    var isStillOpen: Bool {
        isOpen && identity != nil && SocketProbe.identity(of: socket) == identity
    }

    var isConnecting: Bool { SocketProbe.isConnecting(socket) }

    /// Records that the descriptor now belongs to another socket.
    func wasReplaced() { identity = SocketProbe.identity(of: socket) }

    /// Ends a connection that carries no further request; libcurl closes it when it next looks for one.
    func end() {
        if isStillOpen { _ = Glibc.shutdown(socket, Int32(SHUT_RDWR)) }
    }

    /// Records how the connection ended, before its descriptor is closed.
    func close() {
        _ = isEndedByServer
        isOpen = false
    }
}
