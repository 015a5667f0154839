public import Posthorn

/// How a ``CurlSession`` connects and what it refuses.
///
/// Fixed for the session's life, because it is part of what makes a kept connection safe to reuse.
public struct SessionConfiguration: Sendable, Hashable {
    /// The name of the session's thread in debuggers and `/proc`, cut after 15 bytes.
    ///
    /// The default is `posthorn`.
    public var name: String
    /// Which HTTP version is spoken.
    ///
    /// The default is ``HTTPVersion/automatic``.
    public var httpVersion: HTTPVersion
    /// Which certificate authorities are trusted.
    ///
    /// The default is the system's.
    public var authorities: Authorities
    /// How many idle connections are kept for reuse.
    ///
    /// The default is 1,024; 0 keeps none.
    public var idleConnections: Int
    /// After how long an idle connection is not used again.
    ///
    /// In whole seconds, at least 1. The default is 50 seconds.
    public var idleTime: Duration
    /// How many bytes a body may have after its content coding is removed.
    ///
    /// The default is 256 MiB; a larger one fails with `limitExceeded`.
    public var maximumBodyBytes: Int
    /// Whether compressed answers are asked for and unpacked; streams never are.
    ///
    /// An answer that grows to more than 1 MiB and 200 times its size on the wire is refused.
    /// The default is `true`. A request with an `Accept-Encoding` of its own gets its answer as it
    /// came.
    public var decompresses: Bool
    /// What is done with an answer that names another place, for requests that don't say.
    ///
    /// The default is ``RedirectPolicy/follow``.
    public var redirects: RedirectPolicy
    /// Where the session keeps cookies.
    ///
    /// `nil`, the default, keeps and sends none.
    public var cookies: CookieStore?
    /// Where the session keeps which hosts want TLS (RFC 6797).
    ///
    /// `nil`, the default, calls every host as the URL says.
    public var strictTransport: StrictTransport?
    /// Whether hosts may have addresses that are not public: of this machine, of private networks,
    /// of the link, or of nobody.
    ///
    /// The default is `true`. Set it to `false` where URLs come from outside, so that neither they
    /// nor a redirect nor a name's changing address reach what only this machine may reach. The
    /// addresses are checked when a connection is opened, whatever the host looks like.
    public var allowsPrivateAddresses: Bool
    /// The folder in which the session notes how far its downloads are, so that they can go on in
    /// another process; see ``CurlSession/unfinishedDownloads``.
    ///
    /// It must exist. The default, `nil`, notes it beside each partial file.
    public var journal: String?

    /// Creates a configuration with the defaults.
    public init() {
        name = "posthorn"
        httpVersion = .automatic
        authorities = .system
        idleConnections = 1024
        idleTime = .seconds(50)
        maximumBodyBytes = 256 << 20
        decompresses = true
        redirects = .follow
        cookies = nil
        strictTransport = nil
        allowsPrivateAddresses = true
        journal = nil
    }

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

    /// The certificate authorities that a session trusts.
    public enum Authorities: Sendable, Hashable {
        /// Those of the system.
        case system
        /// Those of a PEM file, and no others.
        case file(String)
    }
}
