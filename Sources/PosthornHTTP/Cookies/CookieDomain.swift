/// The matching of hosts and cookie domains (RFC 6265, sections 5.1.3 and 5.2.3).
enum CookieDomain {
    /// Returns the cookie domain for a `Domain` attribute in a response from a host.
    ///
    /// `nil` if the host may not set a cookie for it: the domain belongs to another host, is a public suffix,
    /// or ends with a dot. Without a list of public suffixes, hosts can set cookies only for themselves.
    static func of(
        _ attribute: Substring, at host: String, _ suffixes: PublicSuffixes?
    ) -> (domain: String, isHostOnly: Bool)? {
        let domain = (attribute.hasPrefix(".") ? attribute.dropFirst() : attribute).lowercased()
        guard matches(host, domain), !domain.hasSuffix(".") else { return nil }
        if domain == host {
            let isShared = suffixes.map { !$0.contains(domain) } ?? false
            return (domain, isHostOnly: isAddress(host) || !isShared)
        }
        guard let suffixes, !suffixes.contains(domain) else { return nil }
        return (domain, isHostOnly: false)
    }

    static func matches(_ host: String, _ domain: String) -> Bool {
        if host == domain { return true }
        return !domain.isEmpty && host.hasSuffix("." + domain) && !isAddress(host)
    }

    static func candidates(_ host: String) -> [String] {
        guard !isAddress(host) else { return [host] }
        var found = [host]
        var rest = host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if !rest.isEmpty { found.append(String(rest)) }
        }
        return found
    }

    static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[") || HostAddress.isNumeric(host)
    }
}

/// The matching of request paths and cookie paths (RFC 6265, section 5.1.4).
enum CookiePath {
    /// Returns the default path of a cookie: the directory of the request's path.
    static func standard(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Whether a request's path equals a cookie's path or lies below it.
    ///
    /// A percent-encoded unreserved character is equal to the character itself (RFC 3986, section 6.2.2.2).
    static func matches(_ path: String, _ cookiePath: String) -> Bool {
        isBelow(path, cookiePath)
            || path.utf8.contains(UInt8(ascii: "%")) && isBelow(normal(path), cookiePath)
    }

    private static func isBelow(_ path: String, _ cookiePath: String) -> Bool {
        guard path.hasPrefix(cookiePath) else { return false }
        let rest = path.utf8.dropFirst(cookiePath.utf8.count)
        return rest.isEmpty || cookiePath.hasSuffix("/") || rest.first == UInt8(ascii: "/")
    }

    private static func normal(_ path: String) -> String {
        let parts = path.split(separator: "%", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
            if let byte = UInt8(part.prefix(2), radix: 16), byte.isUnreserved {
                result += String(UnicodeScalar(byte)) + part.dropFirst(2)
            } else {
                result += "%" + part
            }
        }
    }
}
