import CCurl
import Glibc

/// The sockets with which we call addresses ourselves, beside libcurl.
///
/// Touched by the loop's thread alone.
final class AddressCalls {
    private let poller: Poller
    private let connections: Connections
    private var transfers: [Int32: UInt64] = [:]

    init(_ poller: Poller, _ connections: Connections) {
        self.poller = poller
        self.connections = connections
    }

    var isEmpty: Bool { transfers.isEmpty }

    /// The transfer that a socket calls for; `nil` if it is none of ours.
    func transfer(of socket: Int32) -> UInt64? { transfers[socket] }

    /// Calls an address for a transfer with a socket that has the options of another; `nil` if the
    /// call failed at once.
    func call(_ address: SocketAddress, like model: Int32, for transfer: UInt64) -> Int32? {
        let type =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        let socket = Glibc.socket(address.family, type, Int32(IPPROTO_TCP))
        guard socket >= 0 else { return nil }
        // libcurl may have closed one of this number without a word.
        connections.gone(socket)
        SocketProbe.copyOptions(from: model, to: socket)
        guard address.call(socket) == nil, poller.watch(socket, EPOLLOUT.rawValue, isNew: true)
        else {
            Glibc.close(socket)
            return nil
        }
        transfers[socket] = transfer
        return socket
    }

    /// Watches a socket no longer: it has told what it had to tell.
    func rest(_ socket: Int32) {
        guard transfers.removeValue(forKey: socket) != nil else { return }
        // By hand: what stands in for one of libcurl's sockets lives on under its number.
        poller.forget(socket)
    }

    func close(_ socket: Int32) {
        rest(socket)
        Glibc.close(socket)
    }
}
