import Glibc
import PosthornTesting

/// A port of 127.0.0.1 that never answers a SYN, because its queue is full.
public final class DeafPort: Sendable {
    /// The port.
    public let port: UInt16
    private let sockets: [Int32]

    /// Fills the queue.
    public init() throws {
        let listener = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard let port = bindToLoopback(listener), listen(listener, 0) == 0 else {
            throw PeerError("can't listen: \(String(cString: strerror(errno)))")
        }
        self.port = port
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        sockets =
            [listener]
            + (0..<8).map { _ in
                let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
                let client = socket(AF_INET, type | Int32(SOCK_CLOEXEC.rawValue), 0)
                _ = withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
                return client
            }
    }

    deinit { for socket in sockets { close(socket) } }
}
