/// The options with which a session opens its connections.
public struct ConnectionOptions: Sendable, Hashable {
    /// The proxies of the session.
    ///
    /// The default is ``ProxyRules/none``. ``AddressPolicy/trustsProxies`` says what a session with an address
    /// policy sends to a proxy.
    public var proxies = ProxyRules.none
    /// The path of a Unix domain socket to which all requests are sent, whatever their host.
    ///
    /// With a socket, each request opens its own connection. The default is `nil`: requests are sent over
    /// TCP.
    public var unixSocket: String?
    /// Host names mapped to the name or address to connect to instead.
    ///
    /// Neither the key nor the value has a port; the port of the URL is kept. An IPv6 address may be written
    /// with or without brackets. Certificates are checked against the host of the URL, and the `Host` field
    /// holds it too. The default is empty: every host is resolved by the system.
    ///
    /// A call to such a host goes through a tunnel of an HTTP proxy (`CONNECT`), for `http` URLs too: in a
    /// request for the URL, the proxy would look up the host itself. A proxy that refuses tunnels to the port
    /// fails the call with `proxyFailed`. ``ProxyRules/exceptions`` are compared with the host of the URL.
    public var hostOverrides: [String: String] = [:]
    /// The network interface or local address from which connections start.
    ///
    /// The default, `nil`, lets the system choose. With an interface, an unresponsive address of a host gets
    /// half of the connect timeout before the next address is tried; without one, it gets 250 milliseconds.
    public var localInterface: String?
    /// The family of the addresses that the session connects to.
    ///
    /// The default is ``AddressFamily/any``.
    public var addressFamily = AddressFamily.any
    /// Whether the session refuses TLS 1.2; it accepts nothing older in any case.
    ///
    /// The default is `false`.
    public var requiresTLS13 = false
    /// The newest TLS version that the session offers.
    ///
    /// The default, `nil`, offers the newest one of OpenSSL. ``TLSVersion/tls12`` excludes ``requiresTLS13``.
    public var maximumTLS: TLSVersion?
    /// The cipher suites, groups and signature algorithms that the session offers.
    ///
    /// The default offers those of OpenSSL.
    public var algorithms = TLSAlgorithms()
    /// The client certificates by host; the keys are written as in ``TrustPolicy/pins``.
    ///
    /// A server receives the certificate of its own host, and only if it asks for one. After a redirect to
    /// another host, the certificate of that host is used, if it has one. An HTTPS proxy receives the one of the
    /// proxy's host. The default is empty.
    public var identities: [String: ClientIdentity] = [:]
    /// The idle time after which the system sends TCP keep-alive probes.
    ///
    /// Counted in whole seconds, at least 1; less than one second counts as 1, and zero or less is an invalid
    /// configuration. The default is 60 seconds; `nil` sends no probes.
    public var keepAlive: Duration? = .seconds(60)
    /// The age from which a connection is not reused, so that long-lived clients find new servers behind a name.
    ///
    /// Counted in whole seconds, at least 1; zero or less is an invalid configuration. A running request is not
    /// interrupted. An HTTP/2 connection is reused until it has no request. The default, `nil`, means no limit.
    public var maximumLifetime: Duration?
    /// The maximum download rate of a transfer, in bytes per second.
    ///
    /// The default, `nil`, and 0 mean no limit.
    public var maximumDownloadRate: Int?
    /// The maximum upload rate of a transfer, in bytes per second.
    ///
    /// The default, `nil`, and 0 mean no limit.
    public var maximumUploadRate: Int?
    /// The rate below which a transfer fails with `timedOut`, in bytes per second of both directions together.
    ///
    /// The default, `nil`, means no minimum; only the timeouts apply.
    public var minimumRate: Int?
    /// How long a transfer may stay below ``minimumRate``.
    ///
    /// Counted in whole seconds; less than one second counts as 1. The default is 60 seconds.
    public var minimumRateTime = Duration.seconds(60)

    /// Whether libcurl throttles transfers to a maximum rate.
    var limitsRate: Bool { (maximumDownloadRate ?? 0) > 0 || (maximumUploadRate ?? 0) > 0 }

    /// Creates options with the defaults.
    public init() {}

    /// The TLS versions that a session can use.
    public enum TLSVersion: Sendable, Hashable {
        /// TLS 1.2 (RFC 5246).
        case tls12
        /// TLS 1.3 (RFC 8446).
        case tls13
    }

    /// The address families to connect to.
    public enum AddressFamily: Sendable, Hashable {
        /// IPv6 and IPv4, with a short head start for IPv6 (RFC 8305).
        case any
        /// IPv4 only.
        case ipv4
        /// IPv6 only.
        case ipv6
    }
}
