internal import PosthornCore

/// The rules for URLs that files and environment variables name.
enum ServiceURL {
    /// Throws unless a URL has TLS, or is one of this machine.
    static func requireTLS(
        _ url: String, _ name: String
    ) throws(WorkloadIdentityError) {
        let origin = try origin(of: url, name)
        guard origin.keepsSecrets else {
            throw .invalid(
                "\(name) is a URL of \(origin.host) without TLS, which would show secrets",
                "write a URL with https")
        }
    }

    /// Returns the origin of a URL, which must have no user information.
    static func origin(
        of url: String, _ name: String
    ) throws(WorkloadIdentityError) -> Origin {
        guard let parsed = try? HTTPURL(url) else {
            throw .invalid("\(name) is not a URL", "write it as in https://example.com/path")
        }
        return parsed.origin
    }

    /// Whether a host is on the link of this machine, where the metadata servers of clouds are.
    static func isLinkLocal(_ host: String) -> Bool {
        (host.hasPrefix("169.254.") && HostAddress.isNumeric(host)) || host == "[fd00:ec2::254]"
            || host == "metadata.google.internal"
    }
}

extension String {
    /// The text without a slash at its end.
    var droppingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
