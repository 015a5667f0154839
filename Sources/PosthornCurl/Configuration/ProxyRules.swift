import Glibc

/// The proxies of a session, and the hosts that bypass them.
public struct ProxyRules: Sendable, Hashable {
    /// The proxy for http URLs.
    ///
    /// `nil` connects directly.
    public var http: ProxyRules.Server?
    /// The proxy for https URLs.
    ///
    /// `nil` connects directly.
    public var https: ProxyRules.Server?
    /// The hosts that bypass the proxies.
    ///
    /// An entry is a host name, which includes its subdomains, an address, a network such as `10.0.0.0/8`, a
    /// pattern such as `*.example` or `192.168.*`, `<local>` for names without a dot, or `*` for all hosts. A
    /// name, an address or a pattern may end with a port: `a.example:8080`. One string may hold several,
    /// separated by commas, semicolons, bars or spaces. A session can't be created with any other entry.
    public var exceptions: [String]

    /// No proxy; proxy variables of the environment are ignored.
    public static let none = ProxyRules()

    /// Creates rules.
    public init(
        http: ProxyRules.Server? = nil, https: ProxyRules.Server? = nil, exceptions: [String] = []
    ) {
        self.http = http
        self.https = https
        self.exceptions = exceptions
    }

    /// Creates rules with one proxy for http and https.
    public init(_ proxy: ProxyRules.Server, exceptions: [String] = []) {
        self.init(http: proxy, https: proxy, exceptions: exceptions)
    }

    /// Reads the rules from the process's environment.
    ///
    /// The variables are `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`; the last three also in
    /// capitals. `HTTP_PROXY` is never read, because CGI programs receive it from the `Proxy` field of a
    /// request.
    /// - Throws: a `TransportError` with the code `invalidRequest` if the URL of a proxy is invalid.
    public static func environment() throws(TransportError) -> ProxyRules {
        func value(_ names: String...) -> String? {
            for name in names {
                guard let value = getenv(name) else { continue }
                let text = String(cString: value).split(whereSeparator: \.isWhitespace)
                if !text.isEmpty { return text.joined(separator: " ") }
            }
            return nil
        }
        func server(_ url: String?) throws(TransportError) -> ProxyRules.Server? {
            guard let url else { return nil }
            return try ProxyRules.Server(url)
        }
        let all = value("all_proxy", "ALL_PROXY")
        return ProxyRules(
            http: try server(value("http_proxy") ?? all),
            https: try server(value("https_proxy", "HTTPS_PROXY") ?? all),
            exceptions: ProxyException.entries(in: value("no_proxy", "NO_PROXY") ?? ""))
    }
}
