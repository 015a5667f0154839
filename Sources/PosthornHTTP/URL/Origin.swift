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

    /// Whether secrets can be sent there: it has TLS, or is this machine.
    package var keepsSecrets: Bool { scheme == "https" || isLoopback }

    /// Whether the host is this machine.
    package var isLoopback: Bool {
        host == "localhost" || host == "[::1]"
            || host.hasPrefix("127.") && HostAddress.isNumeric(host)
    }
}

extension Origin: CustomStringConvertible {
    /// Scheme and host, with the port if it is not the scheme's default.
    package var description: String {
        let isOwn = port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(host)" + (isOwn ? "" : ":\(port)")
    }

    /// Returns scheme, host and port of a URL for a description, without the rest of the URL.
    ///
    /// Shows nothing of a URL that is not valid, because a secret may be at any place of it.
    package static func text(of url: String) -> String { valid(of: url) ?? "an unreadable URL" }

    /// Returns scheme, host and port as they are written, without user information, which may be a password.
    ///
    /// `nil` if the URL is not valid even without its user information.
    package static func valid(of url: String) -> String? {
        guard let colon = url.firstRange(of: "://") else { return nil }
        let rest = url[colon.upperBound...]
        let authority = rest.prefix { !"/?#\\".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let origin = String(url[..<colon.upperBound]) + String(host)
        let isValid = (try? HTTPURL(origin + String(rest[authority.endIndex...]))) != nil
        return isValid ? origin : nil
    }
}
