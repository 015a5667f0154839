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
        var details: TransportMetrics.Connection?
    }

    /// The bodies that have got bytes in this turn of the loop for readers that wait.
    var owing: [BodyChannel] = []
    /// The names of the fields that the servers send.
    let fieldNames = FieldNames()
    private var open: [Int32: Connection] = [:]
    private var named: [Ends: Int32] = [:]
    /// Sockets that have no port yet, as far as is known.
    private var unnamed: Set<Int32> = []
    /// Sockets that have a port and have not carried a request yet.
    private var connecting: [Int32: Int32] = [:]

    func opened(_ socket: Int32) {
        open[socket] = Connection()
        unnamed.insert(socket)
    }

    func closed(_ socket: Int32) {
        guard let connection = open.removeValue(forKey: socket) else { return }
        if let ends = connection.ends {
            named[ends] = nil
        } else if unnamed.remove(socket) == nil,
            let port = connecting.first(where: { $0.value == socket })?.key
        {
            connecting[port] = nil
        }
    }

    /// Puts a transfer on a connection, just before its request goes out.
    ///
    /// `nil` if the connection must not carry it: it has something to read though nobody asked it
    /// anything, which is an answer that would be taken for this request's, or its end.
    func begin(_ ends: Ends, isReused: Bool) -> Int32? {
        guard let socket = find(ends) else { return isReused ? nil : -1 }
        guard let connection = open[socket] else { return nil }
        // Over HTTP/2 the server may speak at any time, and every answer names its stream. Over
        // HTTP/1 no connection carries two transfers, so that one that does is not HTTP/1.
        let isQuiet = isReused && connection.transfers == 0 && !connection.isMultiplexed
        if isQuiet, isReadable(socket) { return nil }
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
        return details
    }

    /// Takes a transfer off its connection.
    func end(_ socket: Int32, isMultiplexed: Bool) {
        open[socket]?.transfers -= 1
        if isMultiplexed { open[socket]?.isMultiplexed = true }
    }

    private func isReadable(_ socket: Int32) -> Bool {
        var probe = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&probe, 1, 0) != 0
    }

    private func find(_ ends: Ends) -> Int32? {
        if let socket = named[ends] { return socket }
        guard let socket = connecting[ends.localPort] ?? look(for: ends.localPort) else {
            return nil
        }
        connecting[ends.localPort] = nil
        open[socket]?.ends = ends
        named[ends] = socket
        return socket
    }

    /// Asks the sockets that had no port when they were last asked, each once as long as it has one.
    private func look(for port: Int32) -> Int32? {
        for socket in unnamed {
            guard let found = localPort(of: socket), found != 0 else { continue }
            unnamed.remove(socket)
            connecting[found] = socket
        }
        return connecting[port]
    }

    private func localPort(of socket: Int32) -> Int32? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let port: UInt16? = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                guard getsockname(socket, general, &length) == 0 else { return nil }
                // The port stands at the same place for both families.
                return UnsafeRawPointer(general).load(
                    fromByteOffset: MemoryLayout<sa_family_t>.size, as: UInt16.self)
            }
        }
        return port.map { Int32(UInt16(bigEndian: $0)) }
    }
}
