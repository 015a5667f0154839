import CCurl
import Glibc
import Posthorn

/// The open connections of a session, and which of them carries which request.
///
/// Touched by the loop's thread alone. libcurl does not tell a request's descriptor before it sends; it
/// tells both ends' addresses, and those name a connection.
final class Connections {
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

    init(_ poller: Poller) { watches = Watches(poller) }

    var count: Int { open.count }

    /// A socket was made for a transfer.
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

    /// The socket of this number is closed already.
    func gone(_ socket: Int32) {
        watches.gone(socket)
        forget(socket)
    }

    /// Forgets a connection if libcurl has closed it without a word.
    func forgetIfGone(_ connection: Connection) {
        guard open[connection.socket] === connection, connection.identity != nil,
            !connection.isStillOpen
        else { return }
        gone(connection.socket)
    }

    /// Has a connected socket stand in for the one of a connection, under the number by which libcurl
    /// knows it.
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

    /// Where a transfer finds itself, just before its request goes out.
    enum Place {
        case on(Connection)
        /// On a new connection of which nothing is known: one of no IP.
        case somewhere
        /// On a connection that must not carry it: it has something to read though nobody asked it
        /// anything, which is a response that would be taken for this request's, or its end.
        case nowhere
    }

    /// Puts a transfer on a connection.
    /// - Parameter handle: The transfer's, which has a connection now.
    func begin(_ ends: Connection.Ends, _ handle: EasyHandle, isReused: Bool) -> Place {
        guard let connection = find(ends) else { return isReused ? .nowhere : .somewhere }
        // Over HTTP/2 the server may speak at any time, and every response names its stream. Over
        // HTTP/1 it has nothing to say now, also if libcurl is done with the transfer before and we
        // are not yet.
        let mustBeQuiet = isReused && !connection.isMultiplexed
        if mustBeQuiet, handle.holdsBytes || !isQuiet(connection) { return .nowhere }
        connection.transfers += 1
        connection.joined += 1
        return .on(connection)
    }

    /// Whether there is nothing to read on a connection, and no end.
    private func isQuiet(_ connection: Connection) -> Bool {
        watches.isKnownQuiet(connection.socket) || !SocketProbe.isReadable(connection.socket)
    }

    private func find(_ ends: Connection.Ends) -> Connection? {
        if let known = named[ends.localPort]?.first(where: { $0.isBetween(ends) }) { return known }
        let pair = Pair(
            localPort: ends.localPort,
            remoteAddress: ends.remoteAddress.map { String(cString: $0) } ?? "")
        if connecting[pair] == nil { look() }
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

    /// Asks the sockets that were not connected when they were last asked.
    private func look() {
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
