import Glibc

/// An address of IPv4 or IPv6 with its port, as the system takes it.
struct SocketAddress: Hashable, Sendable {
    /// A `sockaddr_in` or `sockaddr_in6` in which nothing is set that does not belong to it.
    private let bytes: [UInt8]

    /// Copies an address of the system.
    ///
    /// `nil` for one of another family.
    init?(_ address: UnsafeRawPointer) {
        switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            let given = address.loadUnaligned(as: sockaddr_in.self)
            var copy = sockaddr_in()
            copy.sin_family = given.sin_family
            copy.sin_port = given.sin_port
            copy.sin_addr = given.sin_addr
            bytes = Swift.withUnsafeBytes(of: copy) { Array($0) }
        case AF_INET6:
            let given = address.loadUnaligned(as: sockaddr_in6.self)
            var copy = sockaddr_in6()
            copy.sin6_family = given.sin6_family
            copy.sin6_port = given.sin6_port
            copy.sin6_addr = given.sin6_addr
            copy.sin6_scope_id = given.sin6_scope_id
            bytes = Swift.withUnsafeBytes(of: copy) { Array($0) }
        default: return nil
        }
    }

    /// `AF_INET` or `AF_INET6`.
    var family: Int32 {
        Int32(withUnsafeBytes { $0.loadUnaligned(as: sa_family_t.self) })
    }

    /// The port; it stands at the same place for both families.
    var port: UInt16 {
        UInt16(
            bigEndian: withUnsafeBytes {
                $0.loadUnaligned(
                    fromByteOffset: MemoryLayout<sa_family_t>.size, as: UInt16.self)
            })
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes(body)
    }

    /// Has a socket call it; the errno if that fails at once.
    func call(_ socket: Int32) -> Int32? {
        let result = withUnsafeBytes { bytes in
            connect(
                socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count))
        }
        return result == 0 || errno == EINPROGRESS ? nil : errno
    }
}

extension SocketAddress {
    /// Whether it does not belong to a public host.
    var isPrivate: Bool {
        withUnsafeBytes { bytes in bytes.baseAddress.map { PrivateAddress.contains($0) } ?? true }
    }
}
