/// What metrics and traces may show of a request: no value that differs from call to call.
///
/// The names and values are those of OpenTelemetry's semantic conventions for HTTP clients.
package struct RequestAttributes: Sendable {
    /// `http.request.method`: the method, or `_OTHER` if the conventions do not know it.
    package let method: String
    /// `server.address`: the host of the URL, without the brackets of an IPv6 address.
    ///
    /// `nil` if the URL is not valid, and can't be sent.
    package let address: String?
    /// `server.port`: the port of the URL, or the default port of its scheme.
    package let port: Int?
    /// `url.scheme`: `http` or `https`.
    package let scheme: String?
    /// `url.template`: the endpoint's path template, without the path of the base URL.
    ///
    /// `nil` for a request that no typed call made.
    package let template: String?
    /// `posthorn.endpoint`: the name of the endpoint in the spec.
    ///
    /// It tells operations apart that share a method and a path. `nil` for a request that no typed call made.
    package let endpoint: String?

    /// Reads the attributes of a request; a redirect does not change them.
    package init(_ request: TransportRequest) {
        method = Self.methods.contains(request.method.rawValue) ? request.method.rawValue : "_OTHER"
        let origin = (try? HTTPURL(request.url))?.origin
        address = origin.map { origin in
            origin.host.hasPrefix("[") ? String(origin.host.dropFirst().dropLast()) : origin.host
        }
        port = origin?.port
        scheme = origin?.scheme
        template = request.details.map { PathTemplate.rooted($0.template) }
        endpoint = request.details?.endpoint.text
    }

    /// The methods of RFC 9110, and PATCH.
    private static let methods: Set<String> = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
    ]
}

extension APIError.Code {
    /// `error.type`: the status code, such as `503`, or the name of the failure.
    package var errorType: String {
        rawValue.hasPrefix("status.") ? String(rawValue.dropFirst("status.".count)) : rawValue
    }
}

extension TransportResponse {
    /// `error.type` of a response that its call does not accept; `nil` for a status below 400.
    package var errorType: String? { status.code >= 400 ? String(status.code) : nil }

    /// `network.protocol.version`, such as `1.1` or `2`; `nil` if it is unknown.
    package var protocolVersion: String? {
        metrics.httpVersion.map { $0.major == 1 ? "1.\($0.minor)" : "\($0.major)" }
    }
}

extension TransportRequest {
    /// Whether the response policy of the call accepts the status of a response.
    package func accepts(_ response: TransportResponse) -> Bool {
        (details?.policies ?? ResponsePolicies.json).value.first.accepts(response.status)
    }

    /// `url.full`: the URL without user information and values.
    ///
    /// Shows the path template in place of the path, and `REDACTED` in place of the base URL's path and of
    /// each value in the query. Shows nothing of a URL that is not valid.
    /// - Parameter showingPath: Whether to show the path as it is sent.
    package func redactedURL(showingPath: Bool) -> String {
        guard let origin = Origin.valid(of: url) else { return Origin.text(of: url) }
        let path: String
        if showingPath || details == nil {
            path = String(target.prefix { $0 != "?" && $0 != "#" })
        } else {
            path = route.hasPrefix("/…") ? "/REDACTED" + route.dropFirst(2) : route
        }
        let query = RedactedFields.query(of: target)
        return origin + path + query.replacing(RedactedFields.mark, with: "REDACTED")
    }
}
