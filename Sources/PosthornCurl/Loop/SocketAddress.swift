import Glibc

/// An IPv4 or IPv6 address with its port, in the system's form.
struct SocketAddress: Hashable, Sendable {
    /// A `sockaddr_in` or `sockaddr_in6` with all other bytes set to zero.
    private let bytes: [UInt8]

    /// Copies an address of the system; `nil` for another family.
    init?(_ address: UnsafeRawPointer) {
        // The bytes after an IPv4 address, and the IPv6 flow label, are cleared for comparisons.
        let (count, unset): (Int, Range<Int>)
        switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET: (count, unset) = (MemoryLayout<sockaddr_in>.size, 8..<16)
        case AF_INET6: (count, unset) = (MemoryLayout<sockaddr_in6>.size, 4..<8)
        default: return nil
        }
        var copy = Array(UnsafeRawBufferPointer(start: address, count: count))
        copy.replaceSubrange(unset, with: repeatElement(0, count: unset.count))
        bytes = copy
    }

    /// `AF_INET` or `AF_INET6`.
    var family: Int32 { Int32(withUnsafeBytes { $0.loadUnaligned(as: sa_family_t.self) }) }

    /// The port, at the same offset in both families.
    var port: UInt16 {
        UInt16(
            bigEndian: withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: MemoryLayout<sa_family_t>.size, as: UInt16.self)
            })
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes(body)
    }

    /// Connects a socket to the address; returns the errno if that fails at once.
    func connect(_ socket: Int32) -> Int32? {
        let result = withUnsafeBytes { bytes in
            Glibc.connect(
                socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count))
        }
        return result == 0 || errno == EINPROGRESS ? nil : errno
    }
}

extension AddressPolicy {
    func allows(_ address: SocketAddress) -> Bool {
        address.withUnsafeBytes { bytes in
            bytes.baseAddress.map { refusal(ofSocketAddress: $0) == nil } ?? false
        }
    }
}
