public import FoundationEssentials

extension CookieStore {
    /// A cookie in a ``CookieStore`` (RFC 6265, section 5.3).
    public struct Cookie: Sendable, Hashable, Codable {
        /// The name, never empty in a store.
        public let name: String
        /// The value.
        public let value: String
        /// The host, or the domain whose hosts receive the cookie, in lower case.
        public let domain: String
        /// Whether only the host named by ``domain`` receives the cookie.
        public let isHostOnly: Bool
        /// The path prefix of the URLs that receive the cookie.
        public let path: String
        /// The time when the cookie expires, at most 400 days after it was set.
        ///
        /// `nil` if it is a session cookie, which lasts as long as the store.
        public let expires: Date?
        /// Whether the cookie is sent only over TLS.
        public let isSecure: Bool
        /// Whether the server set `HttpOnly`, which is stored but has no effect.
        public let isHTTPOnly: Bool
        /// Whether the cookie is sent after a redirect from another site.
        ///
        /// `nil` if the server did not set it or set an unknown value. It then has the same effect as
        /// ``SameSite/none``, because no web page can trigger a request here.
        public let sameSite: SameSite?

        /// The sites whose redirects may lead to requests with the cookie.
        public enum SameSite: String, Sendable, Codable {
            /// Only the cookie's own site.
            case strict
            /// Other sites too if the method is safe: GET, HEAD, OPTIONS or TRACE.
            case lax
            /// Any site.
            case none
        }

        /// Whether a server could have set this cookie, which was read from a file.
        var isSound: Bool {
            !name.isEmpty && name.utf8.count + value.utf8.count <= SetCookie.pairLimit
                && name.isFieldText && value.isFieldText
        }

        func replaces(_ other: CookieStore.Cookie) -> Bool {
            name == other.name && domain == other.domain && path == other.path
                && isHostOnly == other.isHostOnly
        }
    }
}

extension CookieStore.Cookie: RedactedStringConvertible {
    /// The name and the domain, without the value and the path.
    ///
    /// The path may be that of the URL that set the cookie, which may contain a secret.
    public var description: String { "\(name)=… for \(isHostOnly ? "" : "*.")\(domain)" }
}
