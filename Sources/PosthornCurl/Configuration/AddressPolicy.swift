/// The addresses, ports and schemes that a session may call.
///
/// A session that calls URLs of others needs one: see Documentation/UserURLs.md.
///
/// ```swift
/// configuration.addressPolicy = .publicOnly
/// configuration.addressPolicy.allowed = [try AddressRange("10.20.0.0/16")]
/// configuration.addressPolicy.ports = [443]
/// ```
///
/// The session checks the address of each connection before it opens the socket, whatever the host's name is, for
/// redirects and retries too. If a host has several addresses, it uses the allowed ones. An IPv4-mapped IPv6 address
/// counts as the IPv4 address. The IPv4 addresses in NAT64, 6to4, Teredo, ISATAP and IPv4-compatible addresses are
/// checked too. Connections belong to one session, so none is reused under another policy.
///
/// A call that the policy refuses fails with `addressRefused`, and nothing is sent.
public struct AddressPolicy: Sendable, Hashable {
    /// The addresses from which the policy starts.
    let base: Base
    /// Ranges that are allowed although the policy would refuse them, such as those of your own network.
    ///
    /// The default is empty.
    public var allowed: [AddressRange] = []
    /// Ranges that are refused, even if ``allowed`` has them.
    ///
    /// An IPv6 address that contains an IPv4 address of such a range is refused too. The default is empty.
    public var denied: [AddressRange] = []
    /// The ports that may be called, those of redirects included.
    ///
    /// The default, `nil`, allows all ports.
    public var ports: Set<Int>?
    /// Whether only `https` URLs may be called, those of redirects included.
    ///
    /// The default is `false`.
    public var requiresTLS = false
    /// Whether a proxy may look up the names of hosts, and so choose the addresses.
    ///
    /// A session can't check the address that a proxy connects to. The default, `false`, refuses a call of a name
    /// through a proxy. Set it to `true` if the proxy itself refuses what the policy refuses. A host that is an
    /// address is checked in any case, and the address of the proxy itself never.
    public var trustsProxies = false

    enum Base: Hashable { case all, publicOnly, none }

    private init(_ base: Base) { self.base = base }

    /// Refuses nothing.
    public static let any = AddressPolicy(.all)
    /// Refuses the addresses of ``AddressRange/specialPurpose``.
    public static let publicOnly = AddressPolicy(.publicOnly)

    /// Refuses all addresses outside some ranges.
    public static func only(_ ranges: [AddressRange]) -> AddressPolicy {
        var policy = AddressPolicy(.none)
        policy.allowed = ranges
        return policy
    }

    var refusesAddresses: Bool { base != .all || !denied.isEmpty }
    var refusesURLs: Bool { ports != nil || requiresTLS || refusesAddresses }

    /// The rule that refuses an address; `nil` if it is allowed.
    func refusal(of address: IPAddress) -> Refusal? {
        let addresses = [address] + address.embedded
        if let range = denied.first(where: { addresses.contains(where: $0.contains) }) {
            return .denied(range)
        }
        if allowed.contains(where: { $0.contains(address) }) { return nil }
        return switch base {
        case .all: nil
        case .publicOnly: AddressRange.specialPurpose(of: address).map { .special($0) }
        case .none: .notAllowed
        }
    }

    /// The rule that refuses the address of a system's structure; addresses of other families are refused.
    func refusal(ofSocketAddress address: UnsafeRawPointer) -> Refusal? {
        guard refusesAddresses else { return nil }
        return IPAddress(socketAddress: address).map(refusal(of:)) ?? .notAllowed
    }

    enum Refusal: Sendable, Hashable {
        case denied(AddressRange)
        case special(AddressRange)
        case notAllowed
    }
}

extension AddressPolicy.Refusal {
    /// The error, which names the range and the rule, but not the address of the host.
    var error: TransportError {
        let (rule, advice) =
            switch self {
            case .denied(let range):
                (
                    "is in \(range), which addressPolicy.denied lists",
                    "call another host, or take the range out of the list"
                )
            case .special(let range):
                (
                    "is in \(range), which is not public",
                    "if the host is trusted, add its range to the session's addressPolicy.allowed"
                )
            case .notAllowed:
                (
                    "is in no range of addressPolicy.allowed",
                    "if the host is trusted, add its range to the list"
                )
            }
        return TransportError(
            .addressRefused, "the host's address \(rule)", advice: advice, isSafeToRetry: true)
    }
}
