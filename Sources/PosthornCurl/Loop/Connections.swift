import CCurl
import Glibc

/// The open connections of a session, and the requests that they carry.
///
/// Used by the loop's thread only. Before libcurl sends a request it reports the addresses of both ends, but
/// not the descriptor; the addresses identify the connection.
final class Connections {
    let watches: Watches
    private var open: [Int32: Connection] = [:]
    /// The connections that have carried a request, by local port.
    ///
    /// Connections to different places may have the same local port.
    private var named: [Int32: [Connection]] = [:]
    /// Sockets that are not known to be connected.
    private var unnamed: Set<Int32> = []
    /// Connected sockets that have not carried a request.
    private var connecting: [Pair: [Int32]] = [:]

    /// The part of both ends that libcurl reports reliably.
    ///
    /// Through a proxy, it reports the origin's port as the remote port.
    private struct Pair: Hashable {
        var localPort: Int32
        var remoteAddress: String
    }

    init(_ poller: Poller) { watches = Watches(poller) }

    var count: Int { open.count }

    var all: some Sequence<Connection> { open.values }

    func opened(_ socket: Int32, for transfer: UInt64) -> Connection {
        forget(socket)
        watches.opened(socket, for: transfer)
        let connection = Connection(socket)
        open[socket] = connection
        unnamed.insert(socket)
        return connection
    }

    func closed(_ socket: Int32) {
        watches.closed(socket)
        forget(socket)
    }

    /// Removes a socket that is already closed.
    func removeClosed(_ socket: Int32) {
        watches.removeClosed(socket)
        forget(socket)
    }

    /// Removes a connection if libcurl has closed it without a notification.
    func forgetIfGone(_ connection: Connection) {
        guard open[connection.socket] === connection, connection.identity != nil,
            !connection.isStillOpen
        else { return }
        removeClosed(connection.socket)
    }

    /// Replaces a connection's socket by a connected one, under the descriptor that libcurl knows.
    func replace(_ connection: Connection, by socket: Int32) {
        watches.replace(connection.socket) {
            _ = posthorn_replace_descriptor(connection.socket, socket, O_CLOEXEC)
        }
        connection.wasReplaced()
    }

    private func forget(_ socket: Int32) {
        guard let connection = open.removeValue(forKey: socket) else { return }
        connection.close()
        if let port = connection.localPort {
            named[port]?.removeAll { $0 === connection }
            if named[port]?.isEmpty == true { named[port] = nil }
        } else if unnamed.remove(socket) == nil,
            let pair = connecting.first(where: { $0.value.contains(socket) })?.key
        {
            remove(socket, from: pair)
        }
    }

    /// The connection of a transfer, determined just before its request is sent.
    enum Assignment {
        case connection(Connection)
        /// A new connection without known addresses, such as a Unix domain socket.
        case unidentified
        /// A connection that must not be used: it has unsolicited data or was closed.
        ///
        /// The data would be taken for the response to this request.
        case unusable
    }

    /// - Parameter handle: The transfer's handle, which has a connection.
    func begin(_ ends: Connection.Ends, _ handle: EasyHandle, isReused: Bool) -> Assignment {
        guard let connection = find(ends) else { return isReused ? .unusable : .unidentified }
        // An HTTP/2 server may send at any time, and its frames name their streams. An HTTP/1 server has
        // nothing to send before the request, even if libcurl finished the previous transfer before this
        // package did.
        let mustBeQuiet = isReused && !connection.isMultiplexed
        if mustBeQuiet, handle.holdsBytes || !isQuiet(connection) { return .unusable }
        connection.transferJoined()
        return .connection(connection)
    }

    /// Whether a connection has neither unread data nor an end.
    private func isQuiet(_ connection: Connection) -> Bool {
        watches.isKnownQuiet(connection.socket) || !SocketProbe.isReadable(connection.socket)
    }

    private func find(_ ends: Connection.Ends) -> Connection? {
        if let known = named[ends.localPort]?.first(where: { $0.isBetween(ends) }) { return known }
        let pair = Pair(
            localPort: ends.localPort,
            remoteAddress: ends.remoteAddress.map { String(cString: $0) } ?? "")
        if connecting[pair] == nil { findConnected() }
        guard let sockets = connecting[pair],
            let socket = sockets.count == 1
                ? sockets[0]
                : sockets.first(where: { SocketProbe.remoteEnd(of: $0)?.port == ends.remotePort })
        else { return nil }
        remove(socket, from: pair)
        guard let connection = open[socket] else { return nil }
        connection.note(ends)
        watches.connected(socket)
        named[ends.localPort, default: []].append(connection)
        return connection
    }

    private func remove(_ socket: Int32, from pair: Pair) {
        connecting[pair]?.removeAll { $0 == socket }
        if connecting[pair]?.isEmpty == true { connecting[pair] = nil }
    }

    /// Checks which of the unconnected sockets are connected by now.
    private func findConnected() {
        for socket in unnamed {
            guard let remote = SocketProbe.remoteEnd(of: socket),
                let local = SocketProbe.localEnd(of: socket)
            else { continue }
            unnamed.remove(socket)
            let pair = Pair(localPort: local.port, remoteAddress: remote.address)
            connecting[pair, default: []].append(socket)
        }
    }
}
