import CCurl
import Glibc

/// What the system knows of a socket.
enum SocketProbe {
    /// Whether the other end has said that nothing more will come, read or not.
    ///
    /// The flag has the same value for `poll` as for `epoll`.
    static func isEnded(_ socket: Int32) -> Bool {
        var probe = pollfd(fd: socket, events: Int16(EPOLLRDHUP.rawValue), revents: 0)
        return poll(&probe, 1, 0) > 0
    }

    /// How many bytes the system holds that the other end has not acknowledged.
    static func unsent(_ socket: Int32) -> Int {
        var count: Int32 = 0
        return ioctl(socket, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    }

    /// Whether there is something to read, or an end.
    static func isReadable(_ socket: Int32) -> Bool {
        var probe = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&probe, 1, 0) != 0
    }

    /// The other end; `nil` if there is none, or it is not one of IP.
    static func remoteEnd(of socket: Int32) -> (address: String, port: Int32)? {
        end(of: socket, getpeername)
    }

    /// Our own end.
    static func localEnd(of socket: Int32) -> (address: String, port: Int32)? {
        end(of: socket, getsockname)
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
