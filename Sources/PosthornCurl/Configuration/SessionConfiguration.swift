public import FoundationEssentials

/// The configuration of a ``CurlSession``.
///
/// It can't be changed after the session is created, because idle connections are reused under its rules.
public struct SessionConfiguration: Sendable, Hashable {
    /// The name of the session's thread in debuggers and `/proc`, cut after 15 bytes.
    ///
    /// The default is `posthorn`.
    public var name = "posthorn"
    /// The HTTP versions that the session may use.
    ///
    /// The default is ``HTTPVersionPolicy/automatic``.
    public var httpVersion = HTTPVersionPolicy.automatic
    /// The options for opening connections, such as proxies, addresses, TLS and transfer rates.
    ///
    /// By default the session connects directly to each host and limits no rate.
    public var connection = ConnectionOptions()
    /// The `User-Agent` field of requests that have none.
    ///
    /// The default names the program, the library and the system, such as `shop-demo Posthorn (Linux)`; `nil`
    /// sends no field.
    public var userAgent: String? = UserAgent.environment
    /// The rules for trusting servers.
    ///
    /// By default a server needs a certificate from one of the system's certificate authorities.
    public var trust = TrustPolicy()
    /// The policies of hosts that are not checked by ``trust``; the keys are written as in ``TrustPolicy/pins``.
    ///
    /// An HTTPS proxy is checked by the policy of its own host. Connections and TLS sessions are never shared
    /// between different policies. The default is empty.
    public var trustByHost: [String: TrustPolicy] = [:]
    /// The policies of requests that name one, with `TransferOptions.trustName`.
    ///
    /// A service can so have its own policy, whichever hosts it calls; the policy applies after redirects, too, and
    /// precedes ``trustByHost``. A request that names an unknown policy fails with `invalidRequest`. The default
    /// is empty.
    public var trustByName: [String: TrustPolicy] = [:]
    /// The maximum number of idle connections that are kept for reuse.
    ///
    /// Connections in use are not counted. The default is 1,024; 0 keeps none.
    public var idleConnections = 1024
    /// The time after which an idle connection is no longer reused.
    ///
    /// Counted in whole seconds; less than one second counts as 1, and zero or less is an invalid
    /// configuration. To keep no idle connections, set ``idleConnections`` to 0. The default is 50 seconds.
    public var idleTime = Duration.seconds(50)
    /// The maximum size of a response body in bytes, both on the wire and after decompression.
    ///
    /// The default is 256 MiB; a larger body fails with `limitExceeded`. The limit does not apply to streams.
    public var maximumBodyBytes = 256 << 20
    /// The number of body bytes after which a transfer yields to others in the same iteration of the loop.
    ///
    /// Receiving this much takes about a millisecond from a fast server.
    var largestShare = 4 << 20
    /// The maximum total size of a response's heads in bytes, interim responses included.
    ///
    /// The default is 256 KiB. Values above 300 KiB have no effect, because libcurl fails there.
    public var maximumHeaderBytes = 256 << 10
    /// The maximum number of lines in a response's heads, interim responses included.
    ///
    /// The default is 2,000.
    public var maximumHeaderLines = 2000
    /// The maximum size of one header line in bytes.
    ///
    /// The default is 64 KiB. Values above 100 KiB have no effect, because libcurl fails there.
    public var maximumHeaderLineBytes = 64 << 10
    /// The maximum number of interim responses (1xx) before the final response.
    ///
    /// The default is 100.
    public var maximumInterimResponses = 100
    /// Whether the session asks for compressed responses and decompresses them, streams included.
    ///
    /// The content codings are gzip, deflate, brotli and zstd, as far as the system's libraries support them.
    /// A response to a request with its own `Accept-Encoding` or `Range` field is not decompressed. The
    /// response's header fields always describe the body as it was on the wire. The default is `true`.
    public var decompresses = true
    /// The maximum ratio of a body's decompressed size to its size on the wire.
    ///
    /// It applies once the decompressed body is larger than 1 MiB; a body with a higher ratio fails with
    /// `limitExceeded`. The default is 200.
    public var maximumDecompressionRatio = 200
    /// The limits on concurrent transfers.
    ///
    /// By default there are none.
    public var limits = TransferLimits()
    /// The redirect policy of requests that don't set their own.
    ///
    /// The default is `RedirectPolicy.follow`.
    public var redirects: RedirectPolicy = .follow
    /// The store of the session's cookies.
    ///
    /// The default, `nil`, stores and sends no cookies.
    public var cookies: CookieStore?
    /// The HSTS store, which holds the hosts that require TLS (RFC 6797).
    ///
    /// The default, `nil`, uses the scheme of each URL as it is.
    public var hsts: HSTSStore?
    /// The addresses, ports and schemes that the session may call.
    ///
    /// The default is ``AddressPolicy/any``. Use ``AddressPolicy/publicOnly`` if URLs come from an untrusted
    /// source, so that neither a URL, nor a redirect, nor a changed DNS record reaches addresses that only this
    /// machine can reach.
    public var addressPolicy = AddressPolicy.any
    /// Whether ``SessionTask/Completion/body`` holds the response body.
    ///
    /// The default is `false`, because a body may contain secrets, and an unread event would keep it in
    /// memory.
    public var includesBodiesInEvents = false
    /// The folder in which the session records the state of its downloads.
    ///
    /// It is a URL from `URL(filePath:)`, and the folder must exist. Another process can resume the downloads
    /// from there; see ``CurlSession/unfinishedDownloads``. The default, `nil`, records the state beside each
    /// partial file.
    public var resumeDirectory: URL?
    /// Whether downloads whose `DownloadOptions.survivesPowerLoss` is `nil`, typed calls included, survive a crash of
    /// the machine.
    ///
    /// The default is `true`.
    public var downloadsSurvivePowerLoss = true
    /// Whether to accept a downloaded file whose end is marked only by the end of the connection.
    ///
    /// It applies to downloads whose `DownloadOptions.allowsUnknownLength` is `nil`, typed calls included. The
    /// default is `false`: such a download fails with `truncated` and keeps an existing file at its
    /// destination. Over HTTP/2, which marks the end of each body, the file is accepted.
    public var allowsDownloadsOfUnknownLength = false

    /// Creates a configuration with the defaults.
    public init() {}

    /// The HTTP versions that a session may use.
    public enum HTTPVersionPolicy: Sendable, Hashable {
        /// HTTP/2 over TLS if the server offers it, otherwise HTTP/1.1.
        case automatic
        /// HTTP/1.1 only.
        case http1
        /// HTTP/2 with prior knowledge, also without TLS (RFC 9113, section 3.3).
        ///
        /// Each request opens its own connection, because libcurl 7.88 fails with the second request on such
        /// a connection.
        case http2PriorKnowledge
    }
}

extension SessionConfiguration {
    /// Whether the session may connect to addresses that are not public.
    ///
    /// `false` sets ``addressPolicy`` to ``AddressPolicy/publicOnly`` with ``AddressPolicy/trustsProxies``.
    @available(*, deprecated, message: "set addressPolicy to .publicOnly or .any")
    public var allowsPrivateAddresses: Bool {
        get { addressPolicy.base == .all }
        set {
            addressPolicy = newValue ? .any : .publicOnly
            addressPolicy.trustsProxies = !newValue
        }
    }

    /// ``idleTime`` in whole seconds, as libcurl takes it.
    ///
    /// At least 1, and at most 24 days, the number of milliseconds that fits in 32 bits.
    var wholeIdleTime: Int { Self.wholeSeconds(idleTime) }

    static func wholeSeconds(_ time: Duration) -> Int {
        Int(min(max(1, time.components.seconds), Int64(Int32.max) / 1000))
    }
}
