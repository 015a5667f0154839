import CCurl
import Glibc

/// Queries about the state of a socket.
enum SocketProbe {
    /// Whether the peer has closed its side, even if unread data remains.
    ///
    /// The flag has the same value for `poll` as for `epoll`.
    static func isEnded(_ socket: Int32) -> Bool {
        var probe = pollfd(fd: socket, events: Int16(EPOLLRDHUP.rawValue), revents: 0)
        return poll(&probe, 1, 0) > 0
    }

    /// The number of sent bytes that the peer has not acknowledged.
    static func unsent(_ socket: Int32) -> Int {
        var count: Int32 = 0
        return ioctl(socket, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    }

    /// Whether there is data to read, or an end.
    static func isReadable(_ socket: Int32) -> Bool {
        var probe = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&probe, 1, 0) != 0
    }

    /// The kernel's identifier of a socket, which is never reused.
    ///
    /// `nil` if the descriptor is not a socket, or the kernel has no such identifier.
    static func identity(of socket: Int32) -> UInt64? {
        option(SO_COOKIE, SOL_SOCKET, of: socket, 0)
    }

    /// Whether a socket waits for the reply to its SYN.
    static func isConnecting(_ socket: Int32) -> Bool { state(of: socket) == TCP_SYN_SENT }

    /// Whether a socket is connected, or was.
    static func isConnected(_ socket: Int32) -> Bool {
        guard let state = state(of: socket) else { return false }
        return state != TCP_SYN_SENT && state != TCP_CLOSE
    }

    /// The TCP state, which is the first byte of `struct tcp_info`.
    private static func state(of socket: Int32) -> Int? {
        option(TCP_INFO, tcp, of: socket, 0 as UInt64).map { info in
            Swift.withUnsafeBytes(of: info) { Int($0[0]) }
        }
    }

    /// The error of a failed connection attempt; 0 if the socket is connected.
    static func error(of socket: Int32) -> Int32 {
        option(SO_ERROR, SOL_SOCKET, of: socket, 0) ?? errno
    }

    /// Copies to a socket the options that libcurl sets on its own.
    static func copyOptions(from model: Int32, to socket: Int32) {
        for (level, name) in [
            (tcp, TCP_NODELAY), (SOL_SOCKET, SO_KEEPALIVE), (tcp, TCP_KEEPIDLE),
            (tcp, TCP_KEEPINTVL),
        ] {
            guard var value = option(name, level, of: model, 0 as Int32) else { continue }
            _ = setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    private static let tcp = Int32(IPPROTO_TCP)

    /// The value of a socket option, truncated to the size of the type.
    private static func option<Value: BitwiseCopyable>(
        _ name: Int32, _ level: Int32, of socket: Int32, _ empty: Value
    ) -> Value? {
        var (value, length) = (empty, socklen_t(MemoryLayout<Value>.size))
        return getsockopt(socket, level, name, &value, &length) == 0 ? value : nil
    }

    /// The remote address; `nil` if there is none, or if it is not IPv4 or IPv6.
    static func remoteEnd(of socket: Int32) -> (address: String, port: Int32)? {
        end(of: socket, getpeername)
    }

    static func localEnd(of socket: Int32) -> (address: String, port: Int32)? {
        end(of: socket, getsockname)
    }

    /// The remote address with its port; `nil` if the socket is not connected, or is not IPv4 or IPv6.
    static func remoteAddress(of socket: Int32) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            let isKnown = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getpeername(socket, $0, &length) == 0
            }
            return isKnown ? SocketAddress(UnsafeRawPointer(pointer)) : nil
        }
    }

    private typealias Question =
        (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32

    /// One end of a connection; `nil` if there is none, or if it is not IPv4 or IPv6.
    private static func end(of socket: Int32, _ ask: Question) -> (address: String, port: Int32)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            let isKnown = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                ask(socket, $0, &length) == 0
            }
            let raw = UnsafeRawPointer(pointer)
            let family = Int32(pointer.pointee.ss_family)
            guard isKnown, family == AF_INET || family == AF_INET6 else { return nil }
            // The port has the same offset in both families.
            let port = raw.load(fromByteOffset: MemoryLayout<sa_family_t>.size, as: UInt16.self)
            let place =
                family == AF_INET
                ? MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)
                : MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            guard let place, inet_ntop(family, raw + place, &text, socklen_t(text.count)) != nil
            else { return nil }
            let address = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return (String(decoding: address, as: UTF8.self), Int32(UInt16(bigEndian: port)))
        }
    }
}
