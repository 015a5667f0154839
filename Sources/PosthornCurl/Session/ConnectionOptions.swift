/// How a session opens its connections.
public struct ConnectionOptions: Sendable, Hashable {
    /// The proxies.
    ///
    /// The default is ``ProxyRules/none``. What a proxy connects to is its own business: a session
    /// that refuses private addresses refuses only those that it connects to itself.
    public var proxies = ProxyRules.none
    /// The path of a Unix socket that all requests go to, whatever their host.
    ///
    /// The default is `nil`. Each request has a connection of its own then.
    public var unixSocket: String?
    /// Where hosts are called instead of at their own address: another name or address for each.
    ///
    /// Both without a port, which stays what it is; an IPv6 address with or without brackets. Certificates
    /// and the `Host` field are still those of the host that the URL names.
    /// The default is empty: all hosts are called where the system's name service says.
    public var hostOverrides: [String: String] = [:]
    /// The network interface or local address that connections start from.
    ///
    /// The default is `nil`: the system chooses. With one, an address that does not answer has half of the
    /// connect timeout before the host's next one is called; without, a quarter of a second.
    public var interface: String?
    /// Which addresses of a host are called.
    ///
    /// The default is ``AddressFamily/any``.
    public var addressFamily = AddressFamily.any
    /// The oldest version of TLS that is spoken.
    ///
    /// The default is ``TLSVersion/tls12``.
    public var minimumTLS = TLSVersion.tls12
    /// The certificates by which servers know who calls, by host as in ``TrustPolicy/pins``.
    ///
    /// A server gets the one of its own host, if it asks for one, and where a redirect leads gets
    /// another or none. The default is empty.
    public var identities: [String: ClientIdentity] = [:]
    /// After how long without traffic the system asks whether a connection's other end is still
    /// there.
    ///
    /// In whole seconds, at least 1: less counts as 1. The default is 60 seconds, `nil` never asks.
    public var keepAlive: Duration? = .seconds(60)
    /// How many bytes a second a transfer may receive.
    ///
    /// `nil`, the default, or 0: as many as come.
    public var maximumDownloadRate: Int?
    /// How many bytes a second a transfer may send.
    ///
    /// `nil`, the default, or 0: as many as go.
    public var maximumUploadRate: Int?
    /// How slow a transfer may be before it fails with `timedOut`.
    ///
    /// The default is `nil`: as slow as its time limits allow.
    public var minimumRate: MinimumRate?

    /// Whether libcurl holds transfers back to keep to a rate.
    var limitsRate: Bool { (maximumDownloadRate ?? 0) > 0 || (maximumUploadRate ?? 0) > 0 }

    /// Creates options with the defaults.
    public init() {}

    /// Addresses of IPv4, of IPv6, or both.
    public enum AddressFamily: Sendable, Hashable {
        /// Both, IPv6 a little earlier (RFC 8305).
        case any
        /// IPv4 only.
        case ipv4
        /// IPv6 only.
        case ipv6
    }

    /// A version of TLS.
    public enum TLSVersion: Sendable, Hashable {
        /// RFC 5246.
        case tls12
        /// RFC 8446.
        case tls13
    }

    /// A speed below which a transfer is given up.
    public struct MinimumRate: Sendable, Hashable {
        /// The speed in bytes a second, both directions together.
        public var bytesPerSecond: Int
        /// For how long the transfer may be slower, in whole seconds, at least 1: less counts as 1.
        public var time: Duration

        /// Creates a speed.
        public init(bytesPerSecond: Int, over time: Duration) {
            self.bytesPerSecond = bytesPerSecond
            self.time = time
        }
    }
}
