extension BaseURL {
    /// The name of the server in the spec; `nil` for another base URL.
    var serverName: String? { if case .named(let name, _, _) = server { name } else { nil } }

    /// What a spec says of the server with a base URL.
    indirect enum Server: Hashable, Sendable {
        /// - Parameters:
        ///   - name: The name in the spec.
        ///   - hosts: The base URLs of other hosts by their names.
        ///   - others: The base URLs that replace one that fails, in order.
        case named(String, hosts: [String: BaseURL], others: [BaseURL])
    }

    /// A part of a server's description.
    @_spi(Generated) public enum Part: Sendable {
        /// The name and the value of a variable, and the regular expression that the value matches.
        case variable(String, String, pattern: String? = nil)
        /// The name and the URL of another host.
        case host(String, String)
        /// A URL that replaces one that fails.
        case otherwise(String)
    }

    /// Creates the URL of a server that a spec names.
    ///
    /// - Parameters:
    ///   - name: The name of the server in the spec.
    ///   - template: The URL with `{name}` for each variable.
    ///   - parts: The variables and the other URLs.
    /// - Throws: An ``APIError`` with the code `invalidBaseURL` if the value of a variable does not match its
    ///   pattern or would change another part of the URL.
    @_spi(Generated) public init(
        named name: String, _ template: String, _ parts: Part...
    ) throws(APIError) {
        try self.init(named: name, template, parts)
    }

    package init(
        named name: String, _ template: String, _ parts: [Part]
    ) throws(APIError) {
        var values: [String: String] = [:]
        do throws(APIError.Cause) {
            for case .variable(let variable, let value, let pattern) in parts {
                if let pattern { try Self.check(value, of: variable, pattern) }
                values[variable] = value
            }
            var hosts: [String: BaseURL] = [:]
            var others: [BaseURL] = []
            for part in parts {
                switch part {
                case .variable: break
                case .host(let name, let url):
                    hosts[name] = try BaseURL(parsing: Self.fill(url, values))
                case .otherwise(let url):
                    others.append(try BaseURL(parsing: Self.fill(url, values)))
                }
            }
            try self.init(parsing: Self.fill(template, values))
            server = .named(name, hosts: hosts, others: others)
        } catch {
            throw error.error(endpoint: "BaseURL", stage: .building, request: nil, response: nil)
        }
    }

    /// Returns the URL of a host, or this URL if it is not that of a server in the spec.
    func host(named name: String) throws(APIError.Cause) -> BaseURL {
        guard case .named(let server, let hosts, _) = server else { return self }
        guard var host = hosts[name] else {
            throw APIError.Cause(
                .invalidBaseURL, "the server \(server) has no host named \(name)",
                advice: "name one that the spec declares under `hosts`")
        }
        host.server = .named(server, hosts: [:], others: [])
        return host
    }

    private static func check(
        _ value: String, of variable: String, _ pattern: String
    ) throws(APIError.Cause) {
        do {
            try Limits.check("the variable \(variable)", value, pattern: pattern)
        } catch {
            throw APIError.Cause(
                .invalidBaseURL,
                "the value of the variable \(variable) does not match its pattern",
                advice: "use a value that matches `\(pattern)`")
        }
    }

    /// Returns a template with the values of its variables, none of which changes another part of the URL.
    private static func fill(
        _ template: String, _ values: [String: String]
    ) throws(APIError.Cause) -> String {
        var (url, rest) = ("", template[...])
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            url += rest[..<start]
            let name = String(rest[rest.index(after: start)..<end])
            rest = rest[rest.index(after: end)...]
            guard let value = values[name] else { continue }
            let afterScheme = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? ""
            if afterScheme.contains("/") {
                url += try segment(value, of: name)
            } else {
                let isWholeHost =
                    afterScheme.isEmpty && (rest.first.map { "/:".contains($0) } ?? true)
                url += try label(value, of: name, allowsDots: isWholeHost)
            }
        }
        return url + rest
    }

    /// Returns a value as a part of a host's label or of a port, or as a whole host.
    private static func label(
        _ value: String, of name: String, allowsDots: Bool
    ) throws(APIError.Cause) -> String {
        let isFine = value.utf8.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-")
                || allowsDots && $0 == UInt8(ascii: ".")
        }
        guard isFine, !value.isEmpty else {
            throw APIError.Cause(
                .invalidBaseURL, "the value of the variable \(name) would change the host",
                advice: allowsDots
                    ? "use the name of a host, without a port or a path"
                    : "use letters, digits and hyphens")
        }
        return value
    }

    /// Returns a value as one segment of a path.
    private static func segment(
        _ value: String, of name: String
    ) throws(APIError.Cause) -> String {
        guard !value.isEmpty, !DotSegment.occurs(in: value), !value.contains("/") else {
            throw APIError.Cause(
                .invalidBaseURL, "the value of the variable \(name) would change the path",
                advice: "use a value without a slash that is neither empty nor `.` or `..`")
        }
        return PercentEncoding.encode(value)
    }
}
