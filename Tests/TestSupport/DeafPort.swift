import Glibc
import PosthornTesting

/// A port of this machine that never answers a SYN, because its queue is full.
public final class DeafPort: Sendable {
    /// The port.
    public let port: UInt16
    private let sockets: [Int32]

    /// Fills the queue of a free port of 127.0.0.1.
    public convenience init() throws { try self.init(at: "127.0.0.1", 0) }

    /// Fills the queue of a port at an address of this machine.
    public init(at address: String, _ port: UInt16) throws {
        let family = address.contains(":") ? AF_INET6 : AF_INET
        let listener = Self.socket(family)
        guard Self.call(bind, listener, address, port), listen(listener, 0) == 0,
            let found = Self.port(of: listener)
        else { throw PeerError("can't listen: \(String(cString: strerror(errno)))") }
        self.port = found
        sockets =
            [listener]
            + (0..<8).map { _ in
                let client = Self.socket(family, Int32(SOCK_NONBLOCK.rawValue))
                _ = Self.call(connect, client, address, found)
                return client
            }
    }

    deinit { for socket in sockets { close(socket) } }

    private static func socket(_ family: Int32, _ flags: Int32 = 0) -> Int32 {
        Glibc.socket(
            family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags, 0)
    }

    private typealias Function = (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32

    private static func call(
        _ function: Function, _ socket: Int32, _ address: String, _ port: UInt16
    ) -> Bool {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        if address.contains(":") {
            guard inet_pton(AF_INET6, address, &six.sin6_addr) == 1 else { return false }
            return withUnsafeBytes(of: &six) { call(function, socket, $0) }
        }
        guard inet_pton(AF_INET, address, &four.sin_addr) == 1 else { return false }
        return withUnsafeBytes(of: &four) { call(function, socket, $0) }
    }

    private static func call(
        _ function: Function, _ socket: Int32, _ bytes: UnsafeRawBufferPointer
    ) -> Bool {
        let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
        return function(socket, place, socklen_t(bytes.count)) == 0
    }

    private static func port(of socket: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            let isKnown = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket, $0, &length) == 0
            }
            // The port stands at the same place for both families.
            let port = UnsafeRawPointer(pointer)
                .load(fromByteOffset: MemoryLayout<sa_family_t>.size, as: UInt16.self)
            return isKnown ? UInt16(bigEndian: port) : nil
        }
    }
}
