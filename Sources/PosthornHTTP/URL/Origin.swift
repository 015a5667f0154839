/// Scheme, host and port of a URL (RFC 6454), to which credentials are bound.
///
/// It is always derived from a parsed URL, never from a prefix of its text.
package struct Origin: Sendable, Hashable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in lowercase; an IP address in its canonical spelling.
    package let host: String
    /// The port; the scheme's default port if the URL has none.
    package let port: Int
}

extension Origin: CustomStringConvertible {
    /// Scheme and host, with the port if it is not the scheme's default.
    package var description: String {
        let isOwn = port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(host)" + (isOwn ? "" : ":\(port)")
    }

    /// Returns the origin of a URL as text, without the rest of the URL.
    package static func text(of url: String) -> String {
        (try? HTTPURL(url))?.origin.description ?? "an unreadable URL"
    }
}
