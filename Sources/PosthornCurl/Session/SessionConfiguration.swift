public import Posthorn

/// How a ``CurlSession`` connects and what it refuses.
///
/// Fixed for the session's life, because it is part of what makes a kept connection safe to reuse.
public struct SessionConfiguration: Sendable, Hashable {
    /// The name of the session's thread in debuggers and `/proc`, cut after 15 bytes.
    ///
    /// The default is `posthorn`.
    public var name = "posthorn"
    /// Which HTTP version is spoken.
    ///
    /// The default is ``HTTPVersion/automatic``.
    public var httpVersion = HTTPVersion.automatic
    /// How connections are opened: proxies, addresses, TLS, speed.
    ///
    /// The default is a connection of its own to each host, as fast as it goes.
    public var connection = ConnectionOptions()
    /// What is sent as `User-Agent` with requests that have none.
    ///
    /// The default is ``UserAgent/environment``, which names the program; `nil` sends none.
    public var userAgent: String? = UserAgent.environment
    /// Which servers are believed.
    ///
    /// The default is those with a certificate of one of the system's authorities.
    public var trust = TrustPolicy()
    /// How many idle connections are kept for reuse; those in use are not counted.
    ///
    /// The default is 1,024; 0 keeps none.
    public var idleConnections = 1024
    /// After how long an idle connection is not used again.
    ///
    /// In whole seconds: less than 1 counts as 1, and zero is refused, as ``idleConnections`` says whether any
    /// is kept. The default is 50 seconds.
    public var idleTime = Duration.seconds(50)
    /// How many bytes a body may have, on the wire and after its content coding is removed.
    ///
    /// The default is 256 MiB; a larger one fails with `limitExceeded`. It is not for streams.
    public var maximumBodyBytes = 256 << 20
    /// From how many milliseconds on a turn of the loop is too long for those who wait for the next one.
    package var longTurn = 8
    /// After how many bytes of a body a transfer has had its share of a turn: what takes about a
    /// millisecond at a fast server.
    package var largestShare = 4 << 20
    /// How many bytes the heads of a response may have in all, the interim ones included.
    ///
    /// The default is 256 KiB. More than that is not useful: libcurl gives up at 300 KiB.
    public var maximumHeaderBytes = 256 << 10
    /// How many lines the heads of a response may have in all, the interim ones included.
    ///
    /// The default is 2,000.
    public var maximumHeaderLines = 2000
    /// How many bytes one line of a head may have.
    ///
    /// The default is 64 KiB. More than 100 KiB is not useful: libcurl gives up there.
    public var maximumHeaderLineBytes = 64 << 10
    /// How many interim responses (1xx) may come before the final one.
    ///
    /// The default is 100.
    public var maximumInterimAnswers = 100
    /// Whether packed responses are asked for and unpacked, streams too: gzip, deflate, brotli and
    /// zstd, as far as the system has them.
    ///
    /// The default is `true`. A request with an `Accept-Encoding` or a `Range` of its own gets its
    /// answer as it came. Whatever is done, the response's header fields say what came over the wire.
    public var decompresses = true
    /// How many times its size on the wire a body may have after unpacking, once it is larger than
    /// 1 MiB.
    ///
    /// The default is 200; a response that grows more fails with `limitExceeded`.
    public var maximumDecompressionRatio = 200
    /// How many transfers run at the same time.
    ///
    /// The default has no limits.
    public var limits = TransferLimits()
    /// What is done with a response that names another place, for requests that don't say.
    ///
    /// The default is ``RedirectPolicy/follow``.
    public var redirects: RedirectPolicy = .follow
    /// Where the session keeps cookies.
    ///
    /// `nil`, the default, keeps and sends none.
    public var cookies: CookieStore?
    /// Where the session keeps which hosts want TLS (RFC 6797).
    ///
    /// `nil`, the default, calls every host as the URL says.
    public var hsts: HSTSStore?
    /// Whether hosts may have addresses that are not public: of this machine, of private networks,
    /// of the link, or of nobody.
    ///
    /// The default is `true`. Set it to `false` where URLs come from outside, so that neither they
    /// nor a redirect nor a name's changing address reach what only this machine may reach. The
    /// addresses are checked when a connection is opened, whatever the host looks like.
    public var allowsPrivateAddresses = true
    /// Whether ``TaskCompletion/body`` has the bodies of responses.
    ///
    /// The default is `false`: a body may hold a secret, and an event that waits for its reader would
    /// keep it in memory.
    public var includesBodiesInEvents = false
    /// The folder in which the session notes how far its downloads are, so that they can go on in
    /// another process; see ``CurlSession/unfinishedDownloads``.
    ///
    /// It must exist. The default, `nil`, notes it beside each partial file.
    public var resumeDirectory: String?
    /// What the files of downloads survive whose ``DownloadOptions/durability`` is `nil`, those of typed
    /// calls too.
    ///
    /// The default is ``DownloadOptions/Durability/powerLoss``.
    public var downloadDurability = DownloadOptions.Durability.powerLoss
    /// Whether downloads whose ``DownloadOptions/allowsUnknownLength`` is `nil`, those of typed calls too,
    /// take a file whose end is that of the connection, as a cut's would be.
    ///
    /// The default is `false`: such a download fails with `truncated`, and what stood at its destination
    /// stays. Over HTTP/2, where each body has an end of its own, it is taken.
    public var allowsDownloadsOfUnknownLength = false

    /// Creates a configuration with the defaults.
    public init() {}

    /// The HTTP version of a session.
    public enum HTTPVersion: Sendable, Hashable {
        /// HTTP/2 over TLS where the server offers it, else HTTP/1.1.
        case automatic
        /// HTTP/1.1 only.
        case http1
        /// HTTP/2 from the first byte, also without TLS (RFC 9113, section 3.3).
        ///
        /// Each request has a connection of its own, because libcurl 7.88 breaks such a connection
        /// with its second request.
        case http2PriorKnowledge
    }
}

extension SessionConfiguration {
    /// ``idleTime`` as libcurl takes it, in seconds.
    ///
    /// At least one, and no more than can be told in milliseconds of 32 bits, which is 24 days.
    var wholeIdleTime: Int {
        Int(min(max(1, idleTime.components.seconds), Int64(Int32.max) / 1000))
    }

    var headLimits: ResponseHead.Limits {
        ResponseHead.Limits(
            bytes: maximumHeaderBytes, lines: maximumHeaderLines, lineBytes: maximumHeaderLineBytes,
            interimResponses: maximumInterimAnswers)
    }
}
