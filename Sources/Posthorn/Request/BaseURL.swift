/// A base URL in its parts, checked once and joined with each endpoint's path.
///
/// The join is plain: the base's path without its last slash, then the endpoint's path, which
/// starts with one. The base's query goes before the endpoint's. Nothing is resolved, so neither a
/// path nor a value in it can change the host or climb out of the base's path.
struct BaseURL: Sendable, Hashable {
    /// `http` or `https`, in lower case.
    let scheme: String
    /// Host and port, as written.
    let authority: String
    /// The path without its last slash; empty or starting with a slash.
    let path: String
    /// The query without its question mark; empty if there is none.
    let query: String

    private static let known = Remembered<BaseURL>(limit: 64)

    /// The parts of a base URL, which are looked at when it is used for the first time.
    static func parts(of text: String) throws -> BaseURL { try known.value(of: text, BaseURL.init) }

    /// Scheme, host and port of a base URL, for a description; `nil` if it is none.
    ///
    /// Its path and query may hold a secret, and so may all of a text that is no base URL.
    static func place(of text: String) -> String? {
        (try? parts(of: text)).map { "\($0.scheme)://\($0.authority)" }
    }

    /// Takes a base URL apart.
    init(_ text: String) throws {
        func refuse(_ reason: String, _ advice: String) -> CallFault {
            CallFault(.invalidBaseURL, "the base URL \(reason)", advice: advice)
        }
        let example = "write it like https://api.example.com/v1"
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }) else {
            throw refuse(
                "holds a space, a control, a backslash or a character outside ASCII",
                "percent-encode it; a host name is written in its ASCII form (xn--…)")
        }
        guard let separator = text.firstRange(of: "://") else {
            throw refuse("has no scheme", example)
        }
        let scheme = text[..<separator.lowerBound].lowercased()
        guard scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) }) else {
            // Then :// stands in a path or query, which may hold a secret: not to be shown.
            throw refuse("has no scheme", example)
        }
        guard scheme == "https" || scheme == "http" else {
            throw refuse("has the scheme \(scheme)", "use https or http")
        }
        guard !text.contains("#") else {
            throw refuse("has a fragment", "remove all from the # on")
        }
        let rest = text[separator.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else {
            throw refuse(
                "holds a user name or password", "send credentials in a header field instead")
        }
        guard Self.isAuthority(authority) else {
            throw refuse("has no valid host and port", example)
        }
        let target = rest[authority.endIndex...]
        let path = target.prefix { $0 != "?" }
        guard !DotSegment.occurs(in: path) else {
            throw refuse("has a dot segment in its path", "write the path without . and ..")
        }
        self.scheme = scheme
        self.authority = String(authority)
        self.path = PercentEncoding.encodeLiteralPath(path.hasSuffix("/") ? path.dropLast() : path)
        self.query = PercentEncoding.encodeLiteralQuery(target[path.endIndex...].dropFirst())
    }

    private static func isAuthority(_ text: Substring) -> Bool {
        var host = text
        var port: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return false }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return false }
            port = rest.isEmpty ? nil : rest.dropFirst()
            guard host.contains(":"),
                host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
            else { return false }
        } else {
            if let colon = text.firstIndex(of: ":") {
                host = text[..<colon]
                port = text[text.index(after: colon)...]
            }
            guard !host.isEmpty,
                host.allSatisfy({ $0.isLetter || $0.isNumber || "-._~".contains($0) })
            else { return false }
        }
        guard let port else { return true }
        return !port.isEmpty && port.allSatisfy(\.isNumber) && UInt16(port) ?? 0 > 0
    }
}
