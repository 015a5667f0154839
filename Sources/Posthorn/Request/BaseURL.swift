/// A base URL in its parts, checked once and joined with each endpoint's path.
///
/// The join is plain: the base's path without its last slash, then the endpoint's path, which
/// starts with one. The base's query goes before the endpoint's. Nothing is resolved, so neither a
/// path nor a value in it can change the host or climb out of the base's path.
struct BaseURL: Sendable, Hashable {
    /// `http` or `https`, in lower case.
    let scheme: String
    /// Host and port, in lower case: so `Host` is what signers sign.
    let authority: String
    /// Scheme and authority, such as `https://api.example.com`.
    let origin: String
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
        (try? parts(of: text))?.origin
    }

    /// Takes a base URL apart.
    init(_ text: String) throws {
        func refuse(_ reason: String, _ advice: String) -> APIError.Cause {
            APIError.Cause(.invalidBaseURL, "the base URL \(reason)", advice: advice)
        }
        let example = "write it like https://api.example.com/v1"
        let text =
            text.utf8.contains { $0 >= 0x80 } && !text.utf8.contains(UInt8(ascii: "#"))
            ? InternationalName.sent(text) : text
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }) else {
            throw refuse(
                "holds a space, a control, a backslash or a character outside ASCII",
                "percent-encode it; write a host name outside ASCII in its form xn--…")
        }
        // All of it is ASCII by now, so bytes are characters.
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8),
            // Else :// stands in a path or query, which may hold a secret: not to be shown.
            bytes[..<colon].allSatisfy({ Self.isWord($0) || "+-.".utf8.contains($0) })
        else {
            throw refuse("has no scheme", example)
        }
        let scheme = text[..<colon].lowercased()
        guard scheme == "https" || scheme == "http" else {
            throw refuse("has the scheme \(scheme)", "use https or http")
        }
        guard !bytes.contains(UInt8(ascii: "#")) else {
            throw refuse("has a fragment", "remove all from the # on")
        }
        let rest = text[bytes.index(colon, offsetBy: 3)...]
        let authority = rest.prefix(upTo: [UInt8(ascii: "/"), UInt8(ascii: "?")])
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw refuse(
                "holds a user name or password", "send credentials in a header field instead")
        }
        guard Self.isAuthority(authority) else {
            throw refuse("has no valid host and port", example)
        }
        let target = rest[authority.endIndex...]
        let path = target.prefix(upTo: [UInt8(ascii: "?")])
        guard !DotSegment.occurs(in: path) else {
            throw refuse("has a dot segment in its path", "write the path without . and ..")
        }
        self.scheme = scheme
        self.authority = authority.lowercased()
        origin = "\(scheme)://\(self.authority)"
        self.path = PercentEncoding.encodeLiteralPath(path.hasSuffix("/") ? path.dropLast() : path)
        self.query = PercentEncoding.encodeLiteralQuery(target[path.endIndex...].dropFirst())
    }

    private static func isAuthority(_ text: Substring) -> Bool {
        let bytes = text.utf8
        var host = bytes[...]
        var port: Substring.UTF8View.SubSequence?
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            host = bytes[..<end].dropFirst()
            let rest = bytes[end...].dropFirst()
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return false }
            port = rest.isEmpty ? nil : rest.dropFirst()
            guard host.contains(UInt8(ascii: ":")),
                host.allSatisfy({ isHexDigit($0) || ":.".utf8.contains($0) })
            else { return false }
        } else {
            if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
                host = bytes[..<colon]
                port = bytes[colon...].dropFirst()
            }
            guard !host.isEmpty,
                host.allSatisfy({ isWord($0) || "-._~".utf8.contains($0) })
            else { return false }
        }
        guard let port else { return true }
        return port.allSatisfy(isDigit) && UInt16(Substring(port)) ?? 0 > 0
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether a byte is a letter or a digit.
    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7a).contains(byte | 0x20)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}

extension Substring {
    /// The part before the first of some ASCII characters.
    fileprivate func prefix(upTo ends: [UInt8]) -> Substring {
        self[..<(utf8.firstIndex { ends.contains($0) } ?? endIndex)]
    }
}
