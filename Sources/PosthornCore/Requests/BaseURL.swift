/// The URL of a server to which endpoint paths are appended, such as `https://api.example.com/v1`.
///
/// ```swift
/// let staging = try BaseURL("https://staging.example.com/v1")
/// let order = try await shop.with { $0.baseURL = staging }.getOrder(id: id)
/// ```
///
/// With or without a slash at its end, `/orders` becomes `https://api.example.com/v1/orders`. The path is not
/// resolved as a relative reference, so no path can name another host or leave the base path, not even one that
/// looks like a URL. A query in the base URL comes before the endpoint's query.
///
/// The path may be a secret, as in a webhook URL. Descriptions and logs do not show it.
public struct BaseURL: Sendable, Hashable {
    /// Scheme and authority in lowercase, such as `https://api.example.com`.
    ///
    /// Lowercase makes the `Host` field equal to the value that signers sign.
    let origin: String
    /// The path without its last slash; empty or starting with a slash.
    let path: String
    /// The query without its question mark; empty if there is none.
    let query: String
    /// The server that the spec names; `nil` for another URL.
    var server: Server?

    /// Creates the URL of an origin, without a path.
    init(_ origin: Origin) {
        self.origin = origin.description
        path = ""
        query = ""
    }

    private static let known = Memoized<BaseURL>(limit: 64)

    /// Returns the parts of a base URL; the result is memoized.
    static func parts(of text: String) throws -> BaseURL {
        try known.value(of: text) { try BaseURL(parsing: $0) }
    }

    /// Checks a URL.
    ///
    /// - Throws: An ``APIError`` with the code `invalidBaseURL` if it is not an absolute http or https URL, or
    ///   has a user name, a fragment or a dot segment.
    public init(_ text: String) throws(APIError) {
        do throws(APIError.Cause) { try self.init(parsing: text) } catch {
            throw error.error(
                endpoint: "BaseURL", stage: .building, request: nil, response: nil)
        }
    }

    init(parsing text: String) throws(APIError.Cause) {
        func refuse(_ reason: String, _ advice: String) -> APIError.Cause {
            APIError.Cause(.invalidBaseURL, "the base URL \(reason)", advice: advice)
        }
        let example = "write it like https://api.example.com/v1"
        let text = text.utf8.contains(UInt8(ascii: "#")) ? text : InternationalName.sent(text)
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }) else {
            throw refuse(
                "holds a space, a control, a backslash or a character outside ASCII",
                "percent-encode it; write a host name outside ASCII in its form xn--…")
        }
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        // Otherwise :// is in a path or query, which may be secret and must not be shown.
        guard parts.count == 2,
            parts[0].allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
        else { throw refuse("has no scheme", example) }
        let scheme = parts[0].lowercased()
        guard scheme == "https" || scheme == "http" else {
            throw refuse("has the scheme \(scheme)", "use https or http")
        }
        guard !text.utf8.contains(UInt8(ascii: "#")) else {
            throw refuse("has a fragment", "remove all from the # on")
        }
        let authority = parts[1].prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else {
            throw refuse(
                "holds a user name or password", "send credentials in a header field instead")
        }
        guard !authority.hasSuffix(":"), (try? HTTPURL("\(scheme)://\(authority)")) != nil else {
            throw refuse("has no valid host and port", example)
        }
        let target = parts[1][authority.endIndex...]
        let path = target.prefix { $0 != "?" }
        guard !DotSegment.occurs(in: path) else {
            throw refuse("has a dot segment in its path", "write the path without . and ..")
        }
        origin = "\(scheme)://\(authority.lowercased())"
        self.path = PercentEncoding.encodeLiteralPath(path.hasSuffix("/") ? path.dropLast() : path)
        query = PercentEncoding.encodeLiteralQuery(target[path.endIndex...].dropFirst())
    }
}

extension BaseURL: RedactedStringConvertible {
    /// Scheme, host and port; path and query may contain a secret.
    public var description: String { origin }
}
