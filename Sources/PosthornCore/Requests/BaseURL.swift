/// A parsed and validated base URL, to which endpoint paths are appended.
///
/// The result is the base's path without its trailing slash, followed by the endpoint's path, which starts
/// with one. The base's query precedes the endpoint's. Nothing is resolved, so neither a path nor a value in
/// it can change the host or leave the base's path.
struct BaseURL: Sendable, Hashable {
    /// Scheme and authority in lowercase, such as `https://api.example.com`.
    ///
    /// Lowercase makes the `Host` field equal to the value that signers sign.
    let origin: String
    /// The path without its last slash; empty or starting with a slash.
    let path: String
    /// The query without its question mark; empty if there is none.
    let query: String

    private static let known = Memoized<BaseURL>(limit: 64)

    /// Returns the parts of a base URL; the result is memoized.
    static func parts(of text: String) throws -> BaseURL { try known.value(of: text, BaseURL.init) }

    /// Returns scheme, host and port of a base URL for a description; `nil` if it is invalid.
    ///
    /// Path and query may contain a secret, and so may a text that is not a valid base URL.
    static func place(of text: String) -> String? { (try? parts(of: text))?.origin }

    /// Parses a base URL.
    /// - Throws: an ``APIError/Cause`` with the code `invalidBaseURL` if the URL is invalid.
    init(_ text: String) throws {
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
