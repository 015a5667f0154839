import FlyingFox
import FlyingSocks
import Glibc

/// The pool of the server's sockets, with Nagle's algorithm off.
///
/// The server writes head and body of a response one after the other. With the algorithm on, the
/// body waits for the client's acknowledgement of the head: 40 ms for every response after the first
/// on a connection. Accepted sockets inherit the options of the listening socket.
struct PromptPool: AsyncSocketPool {
    private let pool: any AsyncSocketPool = HTTPServer.defaultPool()

    func prepare() async throws { try await pool.prepare() }

    func run() async throws { try await pool.run() }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        let noDelay = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
        try socket.setValue(true, for: noDelay)
        try await pool.suspendSocket(socket, untilReadyFor: events)
    }
}
