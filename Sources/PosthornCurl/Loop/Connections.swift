import CCurl
import Glibc
import Posthorn

/// What a session knows of its open connections, and keeps from one answer to the next.
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

    /// A connection that is open.
    final class Connection {
        let socket: Int32
        fileprivate var ends: Ends?
        fileprivate var transfers = 0
        fileprivate var isMultiplexed = false
        /// What is known of its end, if it is known from its start that HTTP/2 is spoken.
        private(set) var news: ConnectionNews?
        private var isOpen = true
        private var details: TransportMetrics.KnownConnection?

        fileprivate init(_ socket: Int32) { self.socket = socket }

        /// Takes a transfer off.
        func end(isMultiplexed: Bool) {
            transfers -= 1
            if isMultiplexed { self.isMultiplexed = true }
        }

        /// What is known of it; looked at once, with its first request.
        func details(
            _ ends: Ends, _ localAddress: UnsafePointer<CChar>?, _ handle: EasyHandle
        ) -> TransportMetrics.KnownConnection {
            if let details { return details }
            let security = handle.security
            let found = TransportMetrics.KnownConnection(
                TransportMetrics.Connection(
                    remoteAddress: ends.remoteAddress, remotePort: Int(ends.remotePort),
                    localAddress: localAddress.map { String(cString: $0) } ?? "",
                    localPort: Int(ends.localPort), tlsVersion: security?.version,
                    cipherSuite: security?.cipher))
            details = found
            if handle.speaksHTTP2 { beginWithHTTP2() }
            return found
        }

        /// Notes that HTTP/2 is spoken.
        func beginWithHTTP2() {
            if news == nil { news = ConnectionNews() }
        }

        /// Whether the server has closed it; it may be closed here too by now.
        var isEndedByServer: Bool {
            guard let news else { return false }
            if isOpen { news.isEndedByServer = Connections.isEnded(socket) }
            return news.isEndedByServer
        }

        /// Notes how it was ended, before its descriptor is closed.
        fileprivate func close() {
            _ = isEndedByServer
            isOpen = false
        }
    }

    /// The bodies that have got bytes in this turn of the loop for readers that wait.
    var owing: [BodyChannel] = []
    /// The transfers that have sent a request over HTTP/2 in this turn of the loop.
    var sending: [Transfer] = []
    /// The transfers whose answer has become whole in this turn of the loop, before their request.
    var answered: [UInt64] = []
    let configuration: SessionConfiguration
    let headLimits: ResponseHead.Limits
    /// The fields that the servers send.
    let fieldLines = FieldLines()
    /// For large bodies.
    let bodyMemory = BodyMemory()
    /// The URLs that are called.
    let urls = URLTable()
    /// Which sockets are watched.
    let watches: Watches
    private var open: [Int32: Connection] = [:]
    /// Those that have carried a request, by their local port: the system gives one local port to
    /// several connections, if they go to different places.
    @exclusivity(unchecked) private var named: [Int32: [Connection]] = [:]
    /// Sockets that are not connected yet, as far as is known.
    private var unnamed: Set<Int32> = []
    /// Connected sockets that have not carried a request yet.
    private var connecting: [Pair: [Int32]] = [:]

    /// What libcurl says truly of both ends: through a proxy its remote port is the origin's.
    private struct Pair: Hashable {
        var localPort: Int32
        var remoteAddress: String
    }

    init(_ configuration: SessionConfiguration, _ poller: Poller) {
        self.configuration = configuration
        headLimits = configuration.headLimits
        watches = Watches(poller)
    }

    func opened(_ socket: Int32) {
        watches.opened(socket)
        open[socket] = Connection(socket)
        unnamed.insert(socket)
    }

    func closed(_ socket: Int32) {
        watches.closed(socket)
        guard let connection = open.removeValue(forKey: socket) else { return }
        connection.close()
        if let port = connection.ends?.localPort {
            named[port]?.removeAll { $0 === connection }
            if named[port]?.isEmpty == true { named[port] = nil }
        } else if unnamed.remove(socket) == nil,
            let pair = connecting.first(where: { $0.value.contains(socket) })?.key
        {
            remove(socket, from: pair)
        }
    }

    /// Where a transfer finds itself, just before its request goes out.
    enum Place {
        case on(Connection)
        /// On a new connection of which nothing is known: one of no IP.
        case somewhere
        /// On a connection that must not carry it: it has something to read though nobody asked it
        /// anything, which is an answer that would be taken for this request's, or its end.
        case nowhere
    }

    /// Puts a transfer on a connection.
    /// - Parameter handle: The transfer's, which has a connection now.
    func begin(_ ends: Ends, _ handle: EasyHandle, isReused: Bool) -> Place {
        guard let connection = find(ends) else { return isReused ? .nowhere : .somewhere }
        // Over HTTP/2 the server may speak at any time, and every answer names its stream. Over
        // HTTP/1 no connection carries two transfers, so that one that does is not HTTP/1.
        let isQuiet = isReused && connection.transfers == 0 && !connection.isMultiplexed
        if isQuiet, handle.holdsBytes || isReadable(connection.socket) { return .nowhere }
        connection.transfers += 1
        return .on(connection)
    }

    /// Whether the other end has said that nothing more will come, read or not.
    ///
    /// The flag has the same value for `poll` as for `epoll`.
    fileprivate static func isEnded(_ socket: Int32) -> Bool {
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

    private func find(_ ends: Ends) -> Connection? {
        if let known = named[ends.localPort]?.first(where: { $0.ends == ends }) { return known }
        let pair = Pair(localPort: ends.localPort, remoteAddress: ends.remoteAddress)
        if connecting[pair] == nil { look() }
        guard let sockets = connecting[pair],
            let socket = sockets.count == 1
                ? sockets[0]
                : sockets.first(where: { Self.remoteEnd(of: $0)?.port == ends.remotePort })
        else { return nil }
        remove(socket, from: pair)
        guard let connection = open[socket] else { return nil }
        connection.ends = ends
        named[ends.localPort, default: []].append(connection)
        return connection
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
