extension ProxyRules {
    /// A proxy server.
    public struct Server: Sendable, Hashable {
        /// The protocol of a proxy.
        public enum Kind: String, Sendable, Hashable {
            /// HTTP, with a CONNECT tunnel for https (RFC 9110, section 9.3.6).
            case http
            /// HTTP over TLS.
            ///
            /// The proxy's certificate is checked by the policy of its host in
            /// ``SessionConfiguration/trustByHost``, otherwise by ``SessionConfiguration/trust`` without its pins.
            /// If the proxy asks for a client certificate, it gets the one of its host in
            /// ``ConnectionOptions/identities``.
            case https
            /// SOCKS 5 (RFC 1928); this machine resolves the hosts' names.
            case socks5
            /// SOCKS 5; the proxy resolves the hosts' names.
            case socks5h
        }

        /// The protocol of the proxy.
        public let kind: Kind
        /// The name or address of the proxy.
        public let host: String
        /// The port of the proxy.
        public let port: Int
        /// The credentials for the proxy; the description never shows them.
        let credentials: Credentials?

        struct Credentials: Sendable, Hashable {
            let user: String
            let password: String
        }

        /// Creates a proxy.
        ///
        /// - Parameters:
        ///   - kind: The protocol of the proxy. The default is HTTP.
        ///   - host: The name or address of the proxy; an IPv6 address without brackets.
        ///   - port: The port of the proxy.
        ///   - user: The user's name; `nil` sends no credentials. They are sent as HTTP Basic or SOCKS
        ///     credentials (RFC 1929), which are readable on the network unless the kind is `https`.
        ///   - password: The user's password. The default is empty.
        public init(
            _ kind: Kind = .http, host: String, port: Int, user: String? = nil,
            password: String = ""
        ) {
            self.kind = kind
            self.host = host
            self.port = port
            credentials = user.map { Credentials(user: $0, password: password) }
        }

        /// Creates a proxy from a URL such as `http://user:secret@proxy.example:8080`.
        ///
        /// Without a scheme the kind is HTTP; `socks` is SOCKS 5. Without a port it is 3128 for http, 443 for
        /// https and 1080 for SOCKS.
        /// - Throws: a `TransportError` with the code `invalidRequest` if the URL is invalid. The error does
        ///   not contain the URL.
        public init(_ url: String) throws(TransportError) {
            let invalid = TransportError.invalidRequest(
                "the URL of a proxy is not valid",
                "write it as http://host:port, https://, socks5:// or socks5h://")
            var rest = url[...]
            var kind = Kind.http
            if let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") {
                let name = url[..<colon].lowercased()
                // The settings of desktops write `socks` for version 5.
                guard let known = name == "socks" ? .socks5 : Kind(rawValue: name) else {
                    throw invalid
                }
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
}

extension ProxyRules.Server: RedactedStringConvertible {
    /// The proxy's URL without its credentials.
    public var description: String {
        "\(kind.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
