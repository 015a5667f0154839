import Glibc

/// A message of the kernel about a link or a route (netlink(7), rtnetlink(7)).
///
/// Its fields are read by offset, because Glibc's module does not include the kernel's headers.
struct RouteMessage {
    enum Kind { case link, address, lostAddress, route, end, error, other }

    /// The attributes `IFLA_IFNAME`, `IFA_LOCAL`, `RTA_DST`, `RTA_OIF`, `RTA_PRIORITY` and `RTA_MULTIPATH`.
    enum Attribute: UInt16 {
        case linkName = 3
        case localAddress = 2
        case destination = 1
        case outgoingLink = 4
        case priority = 6
        case hops = 9

        /// `IFA_ADDRESS`, which has the number of `RTA_DST`.
        static let address = Attribute.destination
    }

    /// `IFF_UP`, `IFF_LOOPBACK` and `IFF_RUNNING`.
    static let isUp: UInt32 = 1
    static let isLoopback: UInt32 = 8
    static let isRunning: UInt32 = 64
    /// `RT_TABLE_MAIN`.
    static let mainTable: UInt8 = 254
    /// `RT_SCOPE_LINK`; larger values have a narrower scope.
    static let linkScope: UInt8 = 253

    private let bytes: ArraySlice<UInt8>
    private static let headByteCount = 16

    /// Parses the messages of a datagram; an incomplete last message is ignored.
    static func messages(in datagram: ArraySlice<UInt8>) -> [RouteMessage] {
        records(in: datagram, headByteCount, UInt32.self).map { RouteMessage(bytes: $0) }
    }

    /// The kind, from `NLMSG_DONE`, `NLMSG_ERROR`, `RTM_NEWLINK`, `RTM_NEWADDR`, `RTM_DELADDR` and `RTM_NEWROUTE`.
    var kind: Kind {
        switch Self.load(UInt16.self, bytes, 4) {
        case 3: .end
        case 2: .error
        case 16 where bytes.count >= Self.headByteCount + 16: .link
        case 20 where bytes.count >= Self.headByteCount + 8: .address
        case 21 where bytes.count >= Self.headByteCount + 8: .lostAddress
        case 24 where bytes.count >= Self.headByteCount + 12: .route
        default: .other
        }
    }

    /// The length of the part before the attributes: `ifinfomsg`, `ifaddrmsg` or `rtmsg`.
    private var fixedByteCount: Int {
        switch kind {
        case .link: 16
        case .address, .lostAddress: 8
        default: 12
        }
    }

    // The fields of a link (`ifinfomsg`), and the link of an address (`ifaddrmsg`).
    var index: Int32 { Self.load(Int32.self, bytes, Self.headByteCount + 4) }
    var flags: UInt32 { Self.load(UInt32.self, bytes, Self.headByteCount + 8) }

    /// The address as text; `nil` if it is neither IPv4 nor IPv6.
    var address: String? {
        let family = Int32(byte(0))
        guard let bytes = value(of: .localAddress) ?? value(of: .address),
            family == AF_INET && bytes.count == 4 || family == AF_INET6 && bytes.count == 16
        else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isWritten = bytes.withUnsafeBytes {
            inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)) != nil
        }
        let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return isWritten ? String(decoding: characters, as: UTF8.self) : nil
    }

    // The fields of a route (`rtmsg`).
    var prefixLength: UInt8 { byte(1) }
    var table: UInt8 { byte(4) }
    var scope: UInt8 { byte(6) }
    /// Whether the route has the type `RTN_UNICAST`.
    var isUnicast: Bool { byte(7) == 1 }
    /// Whether the destination is fe80::/10 or IPv6 multicast.
    var isLinkLocal: Bool {
        guard byte(0) == UInt8(AF_INET6), let target = value(of: .destination)?.prefix(2),
            target.count == 2
        else { return false }
        return target.first == 0xff || target.first == 0xfe && (target.last ?? 0) & 0xc0 == 0x80
    }

    func number(of attribute: Attribute) -> UInt32? {
        value(of: attribute).flatMap { $0.count >= 4 ? Self.load(UInt32.self, $0, 0) : nil }
    }

    /// The links of a route: one, or one for each of its next hops (`rtnexthop`).
    var outgoingLinks: [Int32] {
        if let link = number(of: .outgoingLink) { return [Int32(bitPattern: link)] }
        return Self.records(in: value(of: .hops) ?? [], 8, UInt16.self)
            .map { Self.load(Int32.self, $0, 4) }
    }

    func text(of attribute: Attribute) -> String? {
        value(of: attribute).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private func value(of attribute: Attribute) -> ArraySlice<UInt8>? {
        let attributes = bytes.dropFirst(Self.headByteCount + fixedByteCount)
        return Self.records(in: attributes, 4, UInt16.self)
            .first { Self.load(UInt16.self, $0, 2) == attribute.rawValue }?.dropFirst(4)
    }

    /// Splits a list into records, up to the first incomplete one.
    ///
    /// Each record starts with its length and is aligned to four bytes.
    private static func records<Length: FixedWidthInteger & BitwiseCopyable>(
        in list: ArraySlice<UInt8>, _ headByteCount: Int, _ type: Length.Type
    ) -> [ArraySlice<UInt8>] {
        var records: [ArraySlice<UInt8>] = []
        var rest = list
        while rest.count >= headByteCount {
            let length = Int(load(type, rest, 0))
            guard length >= headByteCount, length <= rest.count else { break }
            records.append(rest.prefix(length))
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return records
    }

    private func byte(_ offset: Int) -> UInt8 {
        bytes[bytes.startIndex + Self.headByteCount + offset]
    }

    private static func load<Number: BitwiseCopyable>(
        _ type: Number.Type, _ bytes: ArraySlice<UInt8>, _ offset: Int
    ) -> Number {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }
}
