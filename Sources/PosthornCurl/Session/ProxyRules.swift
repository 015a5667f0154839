import Glibc
public import Posthorn

/// Which proxies a session calls through.
public struct ProxyRules: Sendable, Hashable {
    /// The proxy for URLs with http.
    ///
    /// `nil` calls them directly.
    public var http: ProxyServer?
    /// The proxy for URLs with https.
    ///
    /// `nil` calls them directly.
    public var https: ProxyServer?
    /// Hosts that are called directly: names with all that are below them, addresses, and networks
    /// such as `10.0.0.0/8`; `*` for all.
    public var exceptions: [String]

    /// No proxy; also what an environment says is not looked at.
    public static let none = ProxyRules()

    /// Creates rules.
    public init(http: ProxyServer? = nil, https: ProxyServer? = nil, exceptions: [String] = []) {
        self.http = http
        self.https = https
        self.exceptions = exceptions
    }

    /// Creates rules with one proxy for all.
    public init(_ proxy: ProxyServer, exceptions: [String] = []) {
        self.init(http: proxy, https: proxy, exceptions: exceptions)
    }

    /// What the environment says now.
    ///
    /// Read are `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, the last three in capitals
    /// too. A program that others call over HTTP could be told an `HTTP_PROXY` by them, so that it is
    /// never read.
    /// - Throws: a ``TransportError`` with the code `invalidRequest` if a proxy's URL is not valid.
    public static func environment() throws(TransportError) -> ProxyRules {
        func value(_ names: String...) -> String? {
            for name in names {
                if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
            }
            return nil
        }
        func server(_ url: String?) throws(TransportError) -> ProxyServer? {
            guard let url else { return nil }
            return try ProxyServer(url)
        }
        let all = value("all_proxy", "ALL_PROXY")
        return ProxyRules(
            http: try server(value("http_proxy") ?? all),
            https: try server(value("https_proxy", "HTTPS_PROXY") ?? all),
            exceptions: (value("no_proxy", "NO_PROXY") ?? "")
                .split { $0 == "," || $0 == " " }.map(String.init))
    }
}
