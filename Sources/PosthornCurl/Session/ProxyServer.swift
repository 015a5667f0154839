public import Posthorn

/// A server through which a session calls others.
public struct ProxyServer: Sendable, Hashable {
    /// How a proxy is spoken to.
    public enum Kind: String, Sendable, Hashable {
        /// HTTP; a tunnel for https (RFC 9110, section 9.3.6).
        case http
        /// HTTP over TLS. The session's certificate authorities are trusted for it too.
        case https
        /// SOCKS 5 (RFC 1928), with the address that this machine's name service has for a host.
        case socks5
        /// SOCKS 5, where the proxy looks up the names of hosts.
        case socks5h
    }

    /// How it is spoken to.
    public let kind: Kind
    /// Its name or address.
    public let host: String
    /// Its port.
    public let port: Int
    /// What it is told about who calls; never printed.
    let credentials: Credentials?

    struct Credentials: Sendable, Hashable {
        let user: String
        let password: String
    }

    /// Creates a proxy.
    ///
    /// - Parameters:
    ///   - kind: How it is spoken to; HTTP by default.
    ///   - host: Its name or address, an IPv6 one without brackets.
    ///   - port: Its port.
    ///   - user: The user's name, `nil` for none. It goes to the proxy as Basic credentials or those
    ///     of SOCKS (RFC 1929), readable for everybody in between unless the kind is `https`.
    ///   - password: The user's password.
    public init(
        _ kind: Kind = .http, host: String, port: Int, user: String? = nil, password: String = ""
    ) {
        self.kind = kind
        self.host = host
        self.port = port
        credentials = user.map { Credentials(user: $0, password: password) }
    }

    /// Creates a proxy from a URL such as `http://user:secret@proxy.example:8080`.
    ///
    /// Without a scheme it is HTTP, without a port the scheme's own: 3128 for http, 443 for https,
    /// 1080 for SOCKS.
    /// - Throws: a ``TransportError`` with the code `invalidRequest`, which does not hold the URL.
    public init(_ url: String) throws(TransportError) {
        let invalid = TransportError.invalidRequest(
            "the URL of a proxy is not valid",
            "write it as http://host:port, https, socks5 or socks5h")
        var rest = url[...]
        var kind = Kind.http
        if let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") {
            guard let known = Kind(rawValue: url[..<colon].lowercased()) else { throw invalid }
            kind = known
            rest = url[colon...].dropFirst(3)
        }
        if rest.hasSuffix("/") { rest.removeLast() }
        var credentials: Credentials?
        if let at = rest.lastIndex(of: "@") {
            let parts = rest[..<at].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.compactMap { PercentDecoding.text($0) }
            guard decoded.count == parts.count, let user = decoded.first else { throw invalid }
            credentials = Credentials(user: user, password: parts.count > 1 ? decoded[1] : "")
            rest = rest[rest.index(after: at)...]
        }
        var host = rest
        var port = [.http: 3128, .https: 443][kind] ?? 1080
        if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            guard let number = Int(rest[rest.index(after: colon)...]) else { throw invalid }
            port = number
            host = rest[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, (1...65535).contains(port),
            host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"/?#@[]\\".utf8.contains($0) })
        else { throw invalid }
        self.kind = kind
        self.host = String(host)
        self.port = port
        self.credentials = credentials
    }
}

extension ProxyServer: RedactedStringConvertible {
    /// The proxy's URL without its credentials.
    public var description: String {
        "\(kind.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
