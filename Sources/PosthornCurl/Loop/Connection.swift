import CCurl
import Glibc
import Posthorn

final class Connection {
    /// Both ends of a connection, as libcurl tells them in a callback, and for its time.
    struct Ends {
        let localPort: Int32
        let remoteAddress: UnsafePointer<CChar>?
        let remotePort: Int32
    }

    let socket: Int32
    /// The system's name for what the descriptor stands for; it never comes again.
    private(set) var identity: UInt64?
    /// Where it is known to begin; `nil` before it has carried a request.
    private(set) var localPort: Int32?
    private var remotePort: Int32 = 0
    private var remoteAddress: UnsafeMutablePointer<CChar>?
    var transfers = 0
    /// How many transfers it has got so far.
    var joined = 0
    /// How many of those that it carries over HTTP/2 send a body.
    var bodies = 0
    /// Whether a response on it has said that it is not HTTP/1's.
    private var hasCarriedStreams = false
    /// Whether it is known from its start that HTTP/2 is spoken.
    var speaksHTTP2 = false
    /// The server's word that it ends an HTTP/2 connection (RFC 9113, section 6.8): the last stream
    /// that it has processed or will process, and why.
    var goAway: (last: UInt32, code: HTTP2Code)?
    /// What we have sent; `nil` if it is not counted.
    private(set) var sent: TLSRecordLog?
    /// How many bytes we had sent, and whether the server had closed it, when we last asked.
    private var lastBytesSent: Int?
    private var wasEndedByServer = false
    /// Whether libcurl has not closed it.
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

    func end(isMultiplexed: Bool) {
        transfers -= 1
        if isMultiplexed { hasCarriedStreams = true }
    }

    /// Whether it carries several transfers at a time.
    var isMultiplexed: Bool { speaksHTTP2 || hasCarriedStreams }

    /// What is known of it; looked at once, with its first request.
    func details(
        _ localAddress: UnsafePointer<CChar>?, _ handle: EasyHandle
    ) -> TransportMetrics.KnownConnection {
        if let details { return details }
        let security = handle.security
        let found = TransportMetrics.KnownConnection(
            TransportMetrics.Connection(
                remoteAddress: remoteAddress.map { String(cString: $0) } ?? "",
                remotePort: Int(remotePort),
                localAddress: localAddress.map { String(cString: $0) } ?? "",
                localPort: Int(localPort ?? 0), tlsVersion: security?.version,
                cipherSuite: security?.cipher, chain: security == nil ? nil : handle.chain))
        details = found
        if handle.speaksHTTP2 {
            speaksHTTP2 = true
            sent = handle.countSentRecords()
        }
        return found
    }

    /// Whether the server has closed it; it may be closed here too by now.
    var isEndedByServer: Bool {
        if speaksHTTP2, isOpen { wasEndedByServer = SocketProbe.isEnded(socket) }
        return wasEndedByServer
    }

    /// Whether the descriptor still stands for this connection: libcurl 7.88.1 closes sockets that were
    /// never connected without a word.
    var isStillOpen: Bool {
        isOpen && identity != nil && SocketProbe.identity(of: socket) == identity
    }

    var isConnecting: Bool { SocketProbe.isConnecting(socket) }

    /// Notes that its descriptor stands for another socket now.
    func wasReplaced() { identity = SocketProbe.identity(of: socket) }

    /// How many bytes have been sent on it; `nil` if it does not speak HTTP/2, or the system does
    /// not say.
    var bytesSent: Int? {
        if speaksHTTP2, isOpen { lastBytesSent = SocketProbe.sent(on: socket) }
        return lastBytesSent
    }

    /// Notes how it was ended, before its descriptor is closed.
    func close() {
        _ = isEndedByServer
        if sent == nil { _ = bytesSent }
        isOpen = false
    }
}
