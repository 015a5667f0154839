/// Where a credential belongs: scheme, host and port of RFC 6454.
///
/// Made from a parsed URL only, never from a prefix of its text.
package struct Origin: Sendable, Hashable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in lower case; an address in its usual spelling.
    package let host: String
    /// The port, the scheme's own if the URL names none.
    package let port: Int
}

extension Origin: CustomStringConvertible {
    /// Scheme, host and a port that is not the scheme's own.
    package var description: String {
        let isOwn = port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(host)" + (isOwn ? "" : ":\(port)")
    }

    /// The origin of a URL, without the rest of it.
    package static func text(of url: String) -> String {
        (try? HTTPURL(url))?.origin.description ?? "an unreadable URL"
    }
}
