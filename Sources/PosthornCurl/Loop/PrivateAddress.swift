import Glibc

/// Addresses that do not belong to a public host (the special-purpose registries of RFC 6890).
enum PrivateAddress {
    /// Returns whether a socket address is not public; families other than IPv4 and IPv6 never are.
    static func contains(_ address: UnsafeRawPointer) -> Bool {
        func bytes(_ offset: Int?, _ count: Int) -> [UInt8] {
            Array(UnsafeRawBufferPointer(start: address + (offset ?? 0), count: count))
        }
        switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET: return isPrivate4(bytes(MemoryLayout<sockaddr_in>.offset(of: \.sin_addr), 4))
        case AF_INET6:
            return isPrivate6(bytes(MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr), 16))
        default: return true
        }
    }

    static func isPrivate4(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (224...255, _, _): true
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): true
        case (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113): true
        default: false
        }
    }

    static func isPrivate6(_ bytes: [UInt8]) -> Bool {
        let tail = Array(bytes[12...])
        // IPv4 addresses in IPv6: mapped, compatible, or translated (RFC 6052). The unspecified and the
        // loopback address are included as 0.0.0.0 and 0.0.0.1.
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && (bytes[10] & bytes[11] == 0xff)
        let isTranslated =
            bytes[..<4].elementsEqual([0, 0x64, 0xff, 0x9b]) && bytes[4..<12].allSatisfy { $0 == 0 }
        if isMapped || isTranslated || bytes[..<12].allSatisfy({ $0 == 0 }) {
            return isPrivate4(tail)
        }
        // 6to4 (RFC 3056) embeds an IPv4 address.
        if bytes[0] == 0x20, bytes[1] == 0x02 { return isPrivate4(Array(bytes[2..<6])) }
        switch (bytes[0], bytes[1]) {
        // Unique local, multicast, link-local and site-local addresses, then documentation and other special
        // ranges.
        case (0xfc...0xfd, _), (0xff, _), (0xfe, 0x80...0xff): return true
        case (0x20, 0x01): return bytes[2] == 0x0d && bytes[3] == 0xb8 || bytes[2] < 2
        // Only 2000::/3 is assigned to public hosts.
        default: return bytes[0] & 0xe0 != 0x20
        }
    }
}
