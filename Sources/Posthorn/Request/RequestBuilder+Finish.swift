import FoundationEssentials

extension RequestBuilder {
    /// Joins the parts into a request.
    mutating func finish(
        endpoint: String, base: BaseURL, accept: [String], addsWildcardToAccept: Bool = false
    ) throws -> TransportRequest {
        if let fault { throw fault }
        try placeParameters()
        let (path, asked) = try PathTemplate.expand(
            template, with: pathValues, encoded: encodedPaths)
        var headers = headers
        let message = try message()
        if let message, message.isFixed || headers[.contentType] == nil {
            headers[.contentType] = try HeaderField.make("Content-Type", message.mediaType).value
        }
        if headers[.accept] == nil {
            headers[.accept] = Self.accept(accept, addsWildcardToAccept: addsWildcardToAccept)
        }
        if let cookie = CookieField.value(headers[.cookie], cookies) {
            // The plain setter would make a line of each, which HTTP/1.1 forbids (RFC 6265, 5.4).
            headers[fields: .cookie] = [HTTPField(name: .cookie, value: cookie)]
        }
        if let cacheControl, headers[.cacheControl] == nil {
            headers[.cacheControl] = cacheControl.fieldValue
        }
        if isIdempotent, headers[.idempotencyKey] == nil {
            headers[.idempotencyKey] = IdempotencyKey.fresh()
        }
        let target = try target(base, path, asked)
        try Self.checkSize(of: target, and: headers)
        do throws(TransportError) { try options.timeouts.check() } catch {
            throw APIError.Cause(.invalidParameter, error.message, advice: error.advice)
        }
        var details = CallDetails(
            endpoint: endpoint,
            route: (base.path.isEmpty ? "" : "/…") + PathTemplate.rooted(template))
        details.auth = auth
        details.retry = retry
        details.metadata = metadata
        details.parameters = RequestParameters(query: query, style: queryStyle, body: body)
        details.sealed = sealed
        return TransportRequest(
            method, "\(base.scheme)://\(base.authority)" + target, headers, message?.body, options,
            details)
    }

    /// The value of `Accept`; `nil` if all is accepted.
    private static func accept(_ patterns: [String], addsWildcardToAccept: Bool) -> String? {
        // A pattern such as `*/*+json` is ours: RFC 9110 has no such range, and servers refuse it.
        let ranges = patterns.filter {
            !($0.utf8.contains(UInt8(ascii: "*")) && $0.utf8.contains(UInt8(ascii: "+")))
        }
        guard !ranges.isEmpty else { return nil }
        // Servers prefer the types of errors by their weight. The range comes first all the same: Rails
        // takes a client with `, */*` or `*/*,` for a browser, and answers with HTML.
        return ((addsWildcardToAccept ? ["*/*;q=0.1"] : []) + ranges).joined(separator: ", ")
    }

    /// What is longer than any server reads is most likely a mistake, and a body's matter in any case.
    private static func checkSize(of target: String, and headers: HTTPFields) throws {
        let most = 1 << 20
        let count = headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard target.utf8.count > most || count > most else { return }
        let what = count > most ? "the header fields" : "the path and the query"
        throw APIError.Cause(
            .invalidParameter, "\(what) have more than \(most) bytes",
            advice: "send what is long in a body")
    }

    /// Path and query: the base's, then what the path's template asks for, then the parameters.
    private func target(_ base: BaseURL, _ path: String, _ asked: String) throws -> String {
        var target = base.path + path
        if !target.hasPrefix("/") { target = "/" + target }
        var joint = "?"
        for query in [base.query, asked, try ownQuery()] where !query.isEmpty {
            target += joint + query
            joint = "&"
        }
        return target
    }

    private func ownQuery() throws -> String {
        guard !query.isEmpty else { return "" }
        let items = try query.items(queryStyle, in: .query)
        guard let queryText else { return QueryText.text(items, .query) }
        do {
            return PercentEncoding.encodeLiteralQuery(try queryText(items))
        } catch let fault as APIError.Cause {
            throw fault
        } catch {
            throw APIError.Cause(
                .encodingFailed,
                "the query could not be written: an error of type \(type(of: error)) was thrown",
                advice: "look at what `queryText` of the call does", underlying: error)
        }
    }
}
