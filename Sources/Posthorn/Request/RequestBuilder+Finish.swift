import FoundationEssentials

extension RequestBuilder {
    /// Joins the parts into a request.
    func finish(endpoint: String, base: BaseURL, accept: [String]) throws -> BuiltRequest {
        let path = try PathTemplate.expand(template, with: pathValues)
        var headers = headers
        let message = try message()
        if let message, message.isFixed || headers[.contentType] == nil {
            headers[.contentType] = message.mediaType
        }
        // A pattern such as `*/*+json` is ours: RFC 9110 has no such range, and servers refuse it.
        let ranges = accept.filter { !$0.contains("*+") }
        if headers[.accept] == nil, !ranges.isEmpty {
            headers[.accept] = ranges.joined(separator: ", ")
        }
        if let cookie = CookieField.value(headers[.cookie], cookies) {
            // The plain setter would make a line of each, which HTTP/1.1 forbids (RFC 6265, 5.4).
            headers[fields: .cookie] = [HTTPField(name: .cookie, value: cookie)]
        }
        if isIdempotent, headers[.idempotencyKey] == nil {
            headers[.idempotencyKey] = IdempotencyKey.fresh()
        }
        var request = BuiltRequest(
            endpoint: endpoint, method: method, origin: "\(base.scheme)://\(base.authority)",
            route: base.path + PathTemplate.rooted(template), target: target(base, path),
            headers: headers,
            timeouts: timeouts ?? Timeouts())
        request.body = message?.body
        request.redirects = redirects
        request.usesCookies = usesCookies ?? true
        request.auth = auth
        request.retry = retry
        request.cache = cache
        request.metadata = metadata
        return request
    }

    private func target(_ base: BaseURL, _ path: String) -> String {
        let joined = base.path + path
        let own = query.map {
            PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value)
        }
        let query = (base.query.isEmpty ? [] : [base.query]) + own
        return (joined.isEmpty ? "/" : joined)
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}
