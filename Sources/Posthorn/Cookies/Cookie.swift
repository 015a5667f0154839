public import FoundationEssentials

/// A cookie in a ``CookieStore`` (RFC 6265, section 5.3).
public struct Cookie: Sendable, Hashable, Codable {
    /// The name; empty for a cookie that has none.
    public let name: String
    /// The value.
    public let value: String
    /// The host, or the domain whose hosts get it, in lower case.
    public let domain: String
    /// Whether ``domain`` is a host and nobody but this host gets the cookie.
    public let isHostOnly: Bool
    /// The path under which it is sent.
    public let path: String
    /// When it ends.
    ///
    /// `nil` if it ends with the store.
    public let expires: Date?
    /// Whether it is sent over TLS only.
    public let isSecure: Bool
    /// Whether the server wants to keep it from scripts; kept, and without a meaning here.
    public let isHTTPOnly: Bool
    /// Whether it is sent when another site has sent the caller on.
    ///
    /// `nil` if the server did not say, which is the same as ``SameSite/none``: there are no pages
    /// here that could be made to call.
    public let sameSite: SameSite?

    /// Where a call may come from that gets a cookie.
    public enum SameSite: String, Sendable, Codable {
        /// From the cookie's site only.
        case strict
        /// From another site too if the method is a safe one.
        case lax
        /// From anywhere.
        case none
    }

    /// Whether a cookie from a file is one that a server could have set.
    var isSound: Bool {
        !name.isEmpty && name.utf8.count + value.utf8.count <= SetCookie.pairLimit
            && (name + value).utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7f) }
    }

    /// Whether two cookies are one, in two versions.
    func replaces(_ other: Cookie) -> Bool {
        name == other.name && domain == other.domain && path == other.path
            && isHostOnly == other.isHostOnly
    }
}

extension Cookie: RedactedStringConvertible {
    /// Name, domain and path; never the value.
    public var description: String { "\(name)=… for \(isHostOnly ? "" : "*.")\(domain)\(path)" }
}
