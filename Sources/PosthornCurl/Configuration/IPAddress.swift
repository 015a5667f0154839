import Glibc

/// An IPv4 or IPv6 address.
///
/// An IPv4-mapped IPv6 address (`::ffff:0:0/96`) is the IPv4 address, because the system connects to that.
struct IPAddress: Hashable, Sendable {
    let bits: UInt128
    let isIPv6: Bool

    /// The number of bits.
    var width: Int { isIPv6 ? 128 : 32 }

    init(ipv4 bits: UInt32) { (self.bits, isIPv6) = (UInt128(bits), false) }

    init(ipv6 bits: UInt128) {
        self = bits >> 32 == 0xffff ? IPAddress(ipv4: UInt32(truncatingIfNeeded: bits)) : Self(bits)
    }

    private init(_ bits: UInt128) { (self.bits, isIPv6) = (bits, true) }

    /// Reads an address; `nil` for any other text, and for an address with a zone.
    init?(_ text: some StringProtocol) {
        var four: UInt32 = 0
        var six: UInt128 = 0
        if inet_pton(AF_INET, String(text), &four) == 1 {
            self.init(ipv4: UInt32(bigEndian: four))
        } else if inet_pton(AF_INET6, String(text), &six) == 1 {
            self.init(ipv6: UInt128(bigEndian: six))
        } else {
            return nil
        }
    }

    /// Reads a `sockaddr_in` or `sockaddr_in6`; `nil` for another family.
    init?(socketAddress: UnsafeRawPointer) {
        switch Int32(socketAddress.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            let place = MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) ?? 0
            self.init(
                ipv4: UInt32(
                    bigEndian: socketAddress.loadUnaligned(
                        fromByteOffset: place, as: UInt32.self)))
        case AF_INET6:
            let place = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 0
            self.init(
                ipv6: UInt128(
                    bigEndian: socketAddress.loadUnaligned(
                        fromByteOffset: place, as: UInt128.self)))
        default: return nil
        }
    }

    /// The IPv4 addresses that a gateway, a relay or a tunnel may take from an IPv6 address.
    var embedded: [IPAddress] {
        guard isIPv6 else { return [] }
        func ipv4(_ bits: UInt128) -> IPAddress { .init(ipv4: UInt32(truncatingIfNeeded: bits)) }
        // IPv4-compatible (RFC 4291, section 2.5.5.1), IPv4-translated (RFC 2765), NAT64 (RFC 6052, RFC 8215).
        if [0, 0xffff << 16, Self.translated >> 32].contains(bits >> 32)
            || bits >> 80 == Self.locallyTranslated >> 80
        {
            return [ipv4(bits)]
        }
        // 6to4 (RFC 3056).
        if bits >> 112 == 0x2002 { return [ipv4(bits >> 80)] }
        // Teredo (RFC 4380): the server, and the client with inverted bits.
        if bits >> 96 == 0x2001_0000 { return [ipv4(bits >> 64), ipv4(~bits)] }
        // ISATAP (RFC 5214).
        return bits >> 32 & 0xfcff_ffff == 0x5efe ? [ipv4(bits)] : []
    }

    /// `64:ff9b::`, the prefix of 96 bits of RFC 6052.
    private static let translated: UInt128 = 0x64_ff9b << 96
    /// `64:ff9b:1::`, the prefix of 48 bits of RFC 8215.
    private static let locallyTranslated: UInt128 = 0x64_ff9b_0001 << 80
}

extension IPAddress: CustomStringConvertible {
    /// The usual text, such as `10.0.0.1` or `fe80::1`.
    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if isIPv6 {
            var bytes = bits.bigEndian
            inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
        } else {
            var bytes = UInt32(truncatingIfNeeded: bits).bigEndian
            inet_ntop(AF_INET, &bytes, &text, socklen_t(text.count))
        }
        let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: characters, as: UTF8.self)
    }
}
