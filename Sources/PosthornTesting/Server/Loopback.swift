package import Glibc

/// Calls a system function with a socket address of any family.
package func withAddress<Address, Result>(
    _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<Address>.size))
        }
    }
}

package func streamSocket(_ family: Int32) -> Int32 {
    socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
}

package func setOption<Value: BitwiseCopyable>(
    _ socket: Int32, _ level: Int32, _ name: Int32, _ value: Value
) {
    var value = value
    setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<Value>.size))
}

/// Disables Nagle's algorithm, so that small writes leave at once.
package func disableDelay(_ socket: Int32) {
    setOption(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1 as Int32)
}

/// Makes the socket send an RST when it is closed.
func abortAtClose(_ socket: Int32) {
    setOption(socket, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
}

package func loopback(_ port: UInt16 = 0) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
}

/// Binds a socket to a free port of 127.0.0.1 and returns the port, or `nil` if that fails.
package func bindToLoopback(_ socket: Int32) -> UInt16? {
    var address = loopback()
    let isBound = withAddress(&address) { address, count in
        var length = count
        return bind(socket, address, count) == 0 && getsockname(socket, address, &length) == 0
    }
    return isBound ? UInt16(bigEndian: address.sin_port) : nil
}
