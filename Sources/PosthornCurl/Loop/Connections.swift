import CCurl
import Glibc
import Posthorn

/// What a session knows of its open connections.
///
/// Touched by the loop's thread alone.
///
/// libcurl does not tell a request's descriptor before it sends; it tells both ends' addresses, and
/// those name a connection.
final class Connections {
    /// Both ends of a connection.
    struct Ends: Hashable {
        var localPort: Int32
        var remoteAddress: String
        var remotePort: Int32
    }

    private struct Connection {
        var ends: Ends?
        var transfers = 0
        var isMultiplexed = false
        /// What is known of its end, if it is known from its start that HTTP/2 is spoken.
        var news: ConnectionNews?
        var details: TransportMetrics.Connection?
    }

    /// The bodies that have got bytes in this turn of the loop for readers that wait.
    var owing: [BodyChannel] = []
    /// The transfers that have sent a request over HTTP/2 in this turn of the loop.
    var sending: [Transfer] = []
    /// The transfers whose answer has become whole in this turn of the loop, before their request.
    var answered: [UInt64] = []
    /// The names of the fields that the servers send.
    let fieldNames = FieldNames()
    private var open: [Int32: Connection] = [:]
    private var named: [Ends: Int32] = [:]
    /// Sockets that are not connected yet, as far as is known.
    private var unnamed: Set<Int32> = []
    /// Connected sockets that have not carried a request yet.
    private var connecting: [Pair: [Int32]] = [:]

    /// What libcurl says truly of both ends: through a proxy its remote port is the origin's.
    ///
    /// The system gives one local port to several connections, if they go to different places.
    private struct Pair: Hashable {
        var localPort: Int32
        var remoteAddress: String
    }

    func opened(_ socket: Int32) {
        open[socket] = Connection()
        unnamed.insert(socket)
    }

    func closed(_ socket: Int32) {
        guard let connection = open.removeValue(forKey: socket) else { return }
        if let news = connection.news { news.isEndedByServer = Self.isEnded(socket) }
        if let ends = connection.ends {
            named[ends] = nil
        } else if unnamed.remove(socket) == nil,
            let pair = connecting.first(where: { $0.value.contains(socket) })?.key
        {
            remove(socket, from: pair)
        }
    }

    /// Puts a transfer on a connection, just before its request goes out.
    ///
    /// `nil` if the connection must not carry it: it has something to read though nobody asked it
    /// anything, which is an answer that would be taken for this request's, or its end.
    /// - Parameter holdsBytes: Whether such a thing is known to have been read already.
    func begin(_ ends: Ends, isReused: Bool, holdsBytes: Bool) -> Int32? {
        guard let socket = find(ends) else { return isReused ? nil : -1 }
        guard let connection = open[socket] else { return nil }
        // Over HTTP/2 the server may speak at any time, and every answer names its stream. Over
        // HTTP/1 no connection carries two transfers, so that one that does is not HTTP/1.
        let isQuiet = isReused && connection.transfers == 0 && !connection.isMultiplexed
        if isQuiet, holdsBytes || isReadable(socket) { return nil }
        open[socket]?.transfers += 1
        return socket
    }

    /// What is known of a connection; looked at once, with its first request.
    func details(
        _ socket: Int32, _ ends: Ends, _ localAddress: UnsafePointer<CChar>?, _ handle: EasyHandle
    ) -> TransportMetrics.Connection? {
        if let details = open[socket]?.details { return details }
        let security = handle.security
        let details = TransportMetrics.Connection(
            remoteAddress: ends.remoteAddress, remotePort: Int(ends.remotePort),
            localAddress: localAddress.map { String(cString: $0) } ?? "",
            localPort: Int(ends.localPort), tlsVersion: security?.version,
            cipherSuite: security?.cipher)
        open[socket]?.details = details
        if handle.speaksHTTP2 { beginsWithHTTP2(socket) }
        return details
    }

    /// Takes a transfer off its connection.
    func end(_ socket: Int32, isMultiplexed: Bool) {
        open[socket]?.transfers -= 1
        if isMultiplexed { open[socket]?.isMultiplexed = true }
    }

    /// What is known of a connection's end.
    ///
    /// `nil` if it does not speak HTTP/2.
    func news(of socket: Int32) -> ConnectionNews? { open[socket]?.news }

    /// Notes that HTTP/2 is spoken.
    func beginsWithHTTP2(_ socket: Int32) {
        if open[socket]?.news == nil { open[socket]?.news = ConnectionNews() }
    }

    /// Whether the server has closed a connection, which may be closed here too by now.
    func isEnded(_ socket: Int32, _ news: ConnectionNews) -> Bool {
        if open[socket]?.news === news { news.isEndedByServer = Self.isEnded(socket) }
        return news.isEndedByServer
    }

    /// Whether the other end has said that nothing more will come, read or not.
    ///
    /// The flag has the same value for `poll` as for `epoll`.
    private static func isEnded(_ socket: Int32) -> Bool {
        var probe = pollfd(fd: socket, events: Int16(EPOLLRDHUP.rawValue), revents: 0)
        return poll(&probe, 1, 0) > 0
    }

    /// How many bytes the system holds that the other end has not acknowledged.
    static func unsent(_ socket: Int32) -> Int {
        var count: Int32 = 0
        return ioctl(socket, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    }

    private func isReadable(_ socket: Int32) -> Bool {
        var probe = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&probe, 1, 0) != 0
    }

    private func find(_ ends: Ends) -> Int32? {
        if let socket = named[ends] { return socket }
        let pair = Pair(localPort: ends.localPort, remoteAddress: ends.remoteAddress)
        if connecting[pair] == nil { look() }
        guard let sockets = connecting[pair],
            let socket = sockets.count == 1
                ? sockets[0]
                : sockets.first(where: { Self.remoteEnd(of: $0)?.port == ends.remotePort })
        else { return nil }
        remove(socket, from: pair)
        open[socket]?.ends = ends
        named[ends] = socket
        return socket
    }

    private func remove(_ socket: Int32, from pair: Pair) {
        connecting[pair]?.removeAll { $0 == socket }
        if connecting[pair]?.isEmpty == true { connecting[pair] = nil }
    }

    /// Asks the sockets that were not connected when they were last asked.
    private func look() {
        for socket in unnamed {
            guard let remote = Self.remoteEnd(of: socket),
                let local = Self.end(of: socket, getsockname)
            else { continue }
            unnamed.remove(socket)
            let pair = Pair(localPort: local.port, remoteAddress: remote.address)
            connecting[pair, default: []].append(socket)
        }
    }

    private static func remoteEnd(of socket: Int32) -> (address: String, port: Int32)? {
        end(of: socket, getpeername)
    }

    private typealias Question =
        (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32

    /// One end of a connection; `nil` if it has none, or is not one of IP.
    private static func end(
        of socket: Int32, _ ask: Question
    ) -> (address: String, port: Int32)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            let isKnown = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                ask(socket, $0, &length) == 0
            }
            let raw = UnsafeRawPointer(pointer)
            let family = Int32(pointer.pointee.ss_family)
            guard isKnown, family == AF_INET || family == AF_INET6 else { return nil }
            // The port stands at the same place for both families.
            let port = raw.load(fromByteOffset: MemoryLayout<sa_family_t>.size, as: UInt16.self)
            let place =
                family == AF_INET
                ? MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)
                : MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            guard let place, inet_ntop(family, raw + place, &text, socklen_t(text.count)) != nil
            else { return nil }
            let address = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return (
                String(decoding: address, as: UTF8.self), Int32(UInt16(bigEndian: port))
            )
        }
    }
}
