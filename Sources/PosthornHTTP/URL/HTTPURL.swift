/// A parsed absolute http or https URL that is safe to send.
///
/// The parser accepts common errors of servers, such as characters that should be percent-encoded. It rejects
/// anything that parsers may interpret differently: user names, backslashes, control characters, invalid host
/// names and percent-encoded hosts.
package struct HTTPURL: Sendable, Hashable {
    /// The reason why a URL is rejected, as the predicate of a sentence.
    package struct Defect: Error, Hashable {
        package let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    package let origin: Origin
    /// Host and port as they are sent.
    private let authority: String
    /// The path; starts with a slash.
    package var path: String
    /// The query without its question mark.
    ///
    /// `nil` if there is none, which differs from an empty query.
    package var query: String?
    /// The fragment without its `#`; never sent.
    package var fragment: String?

    package init(_ text: String) throws(Defect) {
        let reference = try HTTPURL.Reference(text)
        guard let scheme = reference.scheme else { throw Defect("is not absolute") }
        try self.init(scheme: scheme, reference)
    }

    private init(scheme: String, _ reference: HTTPURL.Reference) throws(Defect) {
        guard let authority = reference.authority else { throw Defect("has no host") }
        let (name, port) = try Self.hostAndPort(authority)
        guard let host = HostAddress.normal(name) else { throw Defect("has no valid host") }
        origin = Origin(scheme: scheme, host: host, port: port ?? (scheme == "https" ? 443 : 80))
        let isOwn = origin.port == (scheme == "https" ? 443 : 80)
        self.authority = isOwn ? host : "\(host):\(origin.port)"
        path = Self.removingDotSegments(reference.path.isEmpty ? "/" : reference.path)
        query = reference.query
        fragment = reference.fragment
    }

    /// The URL as it is sent, without its fragment.
    package var sent: String { "\(origin.scheme)://\(authority)\(requestTarget)" }

    /// Path and query, as in the request line.
    package var requestTarget: String { path + (query.map { "?" + $0 } ?? "") }

    package var text: String { sent + (fragment.map { "#" + $0 } ?? "") }

    /// Returns the URL with https; port 80 becomes 443 (RFC 6797, section 8.3).
    package func secured() -> HTTPURL? {
        guard origin.scheme == "http" else { return self }
        let port = origin.port == 80 ? "" : ":\(origin.port)"
        var url = try? HTTPURL("https://\(origin.host)\(port)\(requestTarget)")
        url?.fragment = fragment
        return url
    }

    /// Resolves a reference against this URL (RFC 3986, section 5.2).
    ///
    /// A reference without a fragment inherits this URL's (RFC 9110, section 10.2.2).
    package func resolve(_ text: String) throws(Defect) -> HTTPURL {
        let reference = try HTTPURL.Reference(text)
        var target: HTTPURL
        if reference.scheme != nil || reference.authority != nil {
            target = try HTTPURL(scheme: reference.scheme ?? origin.scheme, reference)
        } else {
            target = self
            if reference.path.isEmpty {
                if let query = reference.query { target.query = query }
            } else {
                target.path = Self.removingDotSegments(
                    reference.path.hasPrefix("/") ? reference.path : folder + reference.path)
                target.query = reference.query
            }
        }
        target.fragment = reference.fragment ?? fragment
        return target
    }

    private var folder: Substring { path[...(path.lastIndex(of: "/") ?? path.startIndex)] }

    private static func hostAndPort(_ text: Substring) throws(Defect) -> (String, Int?) {
        guard !text.utf8.contains(UInt8(ascii: "@")) else {
            throw Defect("holds a user name or password")
        }
        var host = text
        var port: Substring?
        if text.utf8.first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: "]") else { throw Defect("has no valid host") }
            host = text[...end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":"),
                host.utf8.dropFirst().dropLast().allSatisfy(isAddressByte), host.contains(":")
            else { throw Defect("has no valid host") }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else {
            if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
                host = text[..<colon]
                port = text[text.utf8.index(after: colon)...]
            }
            guard let name = InternationalName.ascii(host) else {
                throw Defect("has a host outside ASCII that is not a valid name")
            }
            host = name[...]
            guard !host.isEmpty, host.utf8.allSatisfy(\.isUnreserved),
                host.utf8.first != UInt8(ascii: ".")
            else {
                throw Defect("has no valid host")
            }
        }
        guard let port, !port.isEmpty else { return (host.lowercased(), nil) }
        guard port.isDigits, port.utf8.count <= 5, let number = Int(port),
            (1...65_535).contains(number)
        else { throw Defect("has no valid port") }
        return (host.lowercased(), number)
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        HexDigit.value(of: byte) != nil || ":.".utf8.contains(byte)
    }
}
