import Glibc
import PosthornHTTP

/// A netlink socket for the kernel's links and routes (rtnetlink(7)).
struct RouteSocket: ~Copyable {
    let descriptor: Int32

    /// Opens a socket.
    ///
    /// - Parameter groups: The multicast groups to receive notifications of; 0 for none.
    init(groups: UInt32) throws(TransportError) {
        descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.refused("no socket to the kernel's routes") }
        // `sockaddr_nl`: family, padding, process, groups.
        let address: (UInt16, UInt16, UInt32, UInt32) = (UInt16(AF_NETLINK), 0, 0, groups)
        let result = withUnsafeBytes(of: address) { bytes in
            bind(
                descriptor,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard result == 0 else {
            let refusal = Self.refused("the kernel does not report its routes")
            close(descriptor)
            throw refusal
        }
    }

    deinit { close(descriptor) }

    static func table() throws(TransportError) -> RouteTable {
        let socket = try RouteSocket(groups: 0)
        var table = RouteTable()
        // `RTM_GETLINK`, `RTM_GETADDR` and `RTM_GETROUTE`.
        for kind in [18, 22, 26] as [UInt16] { try socket.dump(kind, into: &table) }
        return table
    }

    private func dump(_ kind: UInt16, into table: inout RouteTable) throws(TransportError) {
        // `nlmsghdr` with `NLM_F_REQUEST | NLM_F_DUMP`, and a `rtgenmsg` for all families.
        let request: (UInt32, UInt16, UInt16, UInt32, UInt32, UInt32) = (20, kind, 0x301, 1, 0, 0)
        let sent = withUnsafeBytes(of: request) { send(descriptor, $0.baseAddress, $0.count, 0) }
        guard sent == 20 else { throw Self.refused("the kernel was not asked for its routes") }
        while true {
            guard let datagram = receive(flags: 0) else {
                throw Self.refused("the kernel did not list its routes")
            }
            for message in RouteMessage.messages(in: datagram) {
                switch message.kind {
                case .end: return
                case .error: throw Self.refused("the kernel does not list its routes")
                case .link, .address, .lostAddress, .route, .other: table.take(message)
                }
            }
        }
    }

    /// Takes the pending notifications; the whole table is read afterwards.
    ///
    /// Also clears `ENOBUFS`, which the kernel reports once after the socket's buffer has overflowed.
    func drain() -> [RouteMessage] {
        var messages: [RouteMessage] = []
        while true {
            if let datagram = receive(flags: Int32(MSG_DONTWAIT)) {
                messages += RouteMessage.messages(in: datagram)
            } else if errno != ENOBUFS {
                return messages
            }
        }
    }

    private func receive(flags: Int32) -> ArraySlice<UInt8>? {
        var bytes = [UInt8](repeating: 0, count: 32 << 10)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, flags)
            if count > 0 { return bytes[..<count] }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    private static func refused(_ what: String) -> TransportError {
        TransportError(
            .resource, "\(what): \(String(cString: strerror(errno)))",
            advice:
                "allow the process AF_NETLINK sockets and a descriptor more, or do without a PathMonitor",
            isSafeToRetry: true)
    }
}
