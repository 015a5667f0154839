import CCurl
import Glibc

/// The sockets that connect to addresses in parallel to libcurl.
///
/// Used by the loop's thread only.
final class ConnectionAttempts {
    private let poller: Poller
    private let connections: Connections
    @exclusivity(unchecked) private var transfers: [Int32: UInt64] = [:]

    init(_ poller: Poller, _ connections: Connections) {
        self.poller = poller
        self.connections = connections
    }

    var isEmpty: Bool { transfers.isEmpty }

    func transfer(of socket: Int32) -> UInt64? { transfers[socket] }

    /// Connects to an address for a transfer, with the socket options of libcurl's socket.
    ///
    /// Returns `nil` if connecting fails at once.
    func connect(to address: SocketAddress, like model: Int32, for transfer: UInt64) -> Int32? {
        let type =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        let socket = Glibc.socket(address.family, type, Int32(IPPROTO_TCP))
        guard socket >= 0 else { return nil }
        // libcurl may have closed a socket of this number without a notification.
        connections.removeClosed(socket)
        SocketProbe.copyOptions(from: model, to: socket)
        guard address.connect(socket) == nil, poller.watch(socket, EPOLLOUT.rawValue, isNew: true)
        else {
            Glibc.close(socket)
            return nil
        }
        transfers[socket] = transfer
        return socket
    }

    func stopWatching(_ socket: Int32) {
        guard transfers.removeValue(forKey: socket) != nil else { return }
        // Removed explicitly: a socket that replaces one of libcurl's stays open under another number.
        poller.forget(socket)
    }

    func close(_ socket: Int32) {
        stopWatching(socket)
        Glibc.close(socket)
    }
}
