/// A range of IPv4 or IPv6 addresses, such as `10.0.0.0/8`.
public struct AddressRange: Sendable, Hashable {
    /// What the range is for, as errors show it, such as `loopback, RFC 1122`.
    ///
    /// `nil` if the range has no name.
    public let name: String?
    private let base: IPAddress
    private let prefixLength: Int

    /// Creates a range from a text.
    ///
    /// - Parameters:
    ///   - text: A range in CIDR notation (RFC 4632, RFC 4291), such as `10.0.0.0/8` or `fd00::/8`, or a single
    ///     address. An IPv4-mapped range, such as `::ffff:10.0.0.0/104`, is the IPv4 range.
    ///   - name: What the range is for; errors show it. The default is `nil`.
    /// - Throws: a `TransportError` with the code `invalidRequest` for another text, and for an address with bits
    ///   beyond the prefix, such as `10.0.0.1/8`.
    public init(_ text: String, name: String? = nil) throws(TransportError) {
        guard let range = Self.parse(text, name) else {
            throw .invalidRequest(
                "\(VisibleName.shown(text)) is not a range of addresses",
                "write it as 10.0.0.0/8 or fd00::/8, without a zone")
        }
        guard range.isAligned else {
            throw .invalidRequest(
                "\(VisibleName.shown(text)) has bits after its prefix", "write \(range.aligned)")
        }
        self = range
    }

    init(_ base: IPAddress, prefixLength: Int, name: String? = nil) {
        (self.base, self.prefixLength, self.name) = (base, prefixLength, name)
    }

    /// Reads a range that may have bits after its prefix; `nil` if the text is not a range.
    static func parse(_ text: some StringProtocol, _ name: String? = nil) -> AddressRange? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let base = parts.first.flatMap({ IPAddress($0) }) else {
            return nil
        }
        guard parts.count == 2 else {
            return AddressRange(base, prefixLength: base.width, name: name)
        }
        guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(\.isDigit), let length = Int(parts[1])
        else { return nil }
        // The prefix of an IPv4-mapped address counts 96 more bits.
        let isMapped = !base.isIPv6 && parts[0].contains(":")
        let own = isMapped ? length - 96 : length
        guard (0...base.width).contains(own) else { return nil }
        return AddressRange(base, prefixLength: own, name: name)
    }

    private var hostBits: Int { base.width - prefixLength }
    private var isAligned: Bool { self == aligned }

    private var aligned: AddressRange {
        let bits = hostBits == 128 ? 0 : (base.bits >> hostBits) << hostBits
        let start =
            base.isIPv6
            ? IPAddress(ipv6: bits) : IPAddress(ipv4: UInt32(truncatingIfNeeded: bits))
        return AddressRange(start, prefixLength: prefixLength, name: name)
    }

    func contains(_ address: IPAddress) -> Bool {
        guard address.isIPv6 == base.isIPv6 else { return false }
        return hostBits == 128 || (address.bits ^ base.bits) >> hostBits == 0
    }
}

extension AddressRange: CustomStringConvertible {
    /// The range in CIDR notation, with its name in parentheses.
    public var description: String {
        "\(base)/\(prefixLength)" + (name.map { " (\($0))" } ?? "")
    }
}

extension AddressRange {
    /// The ranges that belong to no public host, by the special-purpose registries of IANA (RFC 6890).
    ///
    /// They include multicast, and all of IPv6 outside `2000::/3`. NAT64 addresses (`64:ff9b::/96`) and 6to4
    /// addresses (`2002::/16`) are not among them: ``AddressPolicy`` decides about the IPv4 address in them.
    public static let specialPurpose: [AddressRange] = table.compactMap { text, name in
        parse(text, name)
    }

    /// The range of `specialPurpose` that contains an address, or an IPv4 address in it.
    static func specialPurpose(of address: IPAddress) -> AddressRange? {
        let isTranslated = wellKnownNAT64?.contains(address) == true
        return ((isTranslated ? [] : [address]) + address.embedded).lazy
            .compactMap { address in specialPurpose.first { $0.contains(address) } }.first
    }

    private static let wellKnownNAT64 = parse("64:ff9b::/96")

    // An address has the name of the first range that contains it.
    private static let table: [(String, String)] = [
        ("0.0.0.0/8", "this network, RFC 791"), ("10.0.0.0/8", "private use, RFC 1918"),
        ("100.64.0.0/10", "shared address space, RFC 6598"), ("127.0.0.0/8", "loopback, RFC 1122"),
        ("169.254.0.0/16", "link-local, RFC 3927"), ("172.16.0.0/12", "private use, RFC 1918"),
        ("192.0.0.0/24", "IETF protocols, RFC 6890"), ("192.0.2.0/24", "documentation, RFC 5737"),
        ("192.88.99.0/24", "6to4 relays, RFC 7526"), ("192.168.0.0/16", "private use, RFC 1918"),
        ("198.18.0.0/15", "benchmarks, RFC 2544"), ("198.51.100.0/24", "documentation, RFC 5737"),
        ("203.0.113.0/24", "documentation, RFC 5737"), ("224.0.0.0/4", "multicast, RFC 5771"),
        ("255.255.255.255/32", "broadcast, RFC 919"), ("240.0.0.0/4", "reserved, RFC 1112"),
        ("::/128", "unspecified, RFC 4291"), ("::1/128", "loopback, RFC 4291"),
        ("::/96", "IPv4-compatible, RFC 4291"), ("::ffff:0:0:0/96", "IPv4-translated, RFC 2765"),
        ("64:ff9b:1::/48", "local NAT64, RFC 8215"), ("100::/64", "discard-only, RFC 6666"),
        ("2001::/32", "Teredo, RFC 4380"), ("2001:2::/48", "benchmarks, RFC 5180"),
        ("2001::/23", "IETF protocols, RFC 2928"), ("2001:db8::/32", "documentation, RFC 3849"),
        ("3fff::/20", "documentation, RFC 9637"), ("5f00::/16", "segment routing, RFC 9602"),
        ("fc00::/7", "unique local, RFC 4193"), ("fe80::/10", "link-local, RFC 4291"),
        ("fec0::/10", "site-local, RFC 3879"), ("ff00::/8", "multicast, RFC 4291"),
        ("::/3", "reserved, RFC 4291"), ("4000::/2", "reserved, RFC 4291"),
        ("8000::/1", "reserved, RFC 4291"),
    ]
}
