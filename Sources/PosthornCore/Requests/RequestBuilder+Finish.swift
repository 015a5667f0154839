extension RequestBuilder {
    /// Assembles the collected parts into a request.
    mutating func finish(
        endpoint: any EndpointRequest.Type, base: BaseURL, policies: Box<ResponsePolicies>,
        accept: [String], addsWildcardToAccept: Bool = false
    ) throws -> TransportRequest {
        if let fault { throw fault }
        if query.contains(where: \.isFree) { try placeParameters() }
        let (path, asked) =
            try suppliedURL?.value.parts ?? PathTemplate.expand(template, with: pathValues)
        let message = try message()
        // Moved, because a shared copy would be duplicated by the first change.
        var headers = HTTPFields()
        swap(&headers, &self.headers)
        if let message, message.isFixed || !headers.contains(.contentType) {
            headers.put(try HeaderField.make("Content-Type", message.mediaType))
        }
        if !headers.contains(.accept) {
            let fields = Self.accept(accept, addsWildcardToAccept: addsWildcardToAccept)
            // A constant needs no allocation if there are no other fields.
            if headers.isEmpty { headers = fields } else { headers.append(contentsOf: fields) }
        }
        if !cookies.isEmpty || headers.contains(.cookie),
            let cookie = CookieField.value(headers[.cookie], cookies)
        {
            // The name subscript would split it into several fields, which HTTP/1.1 forbids (RFC 6265,
            // section 5.4).
            headers[fields: .cookie] = [HTTPField(name: .cookie, value: cookie)]
        }
        if let cacheControl = options.cacheControl, headers[.cacheControl] == nil {
            headers[.cacheControl] = cacheControl.fieldValue
        }
        if sendsIdempotencyKey, headers[.idempotencyKey] == nil {
            headers[.idempotencyKey] = IdempotencyKey.fresh()
        }
        do {
            try options.transfer.timeouts.check()
            try message?.body.check()
        } catch {
            throw APIError.Cause(.invalidParameter, error.message, advice: error.advice)
        }
        let url = try url(base, path, asked)
        try Self.checkSize(of: url, and: headers)
        var parameters = RequestParameters(query: query, style: options.queryStyle, body: body)
        if suppliedURL != nil { parameters.query = QueryEntry.entries(of: asked) + query }
        let details = Box(
            CallDetails(
                endpoint: .type(endpoint), template: template, hasBasePath: !base.path.isEmpty,
                auth: auth, metadata: options.metadata, parameters: parameters,
                hasServersTarget: suppliedURL != nil, sealed: sealed, hidden: hidden,
                policies: policies))
        return TransportRequest(method, url, headers, message?.body, options.transfer, details)
    }

    /// Returns the field `Accept`; no field if any type is accepted.
    private static func accept(_ patterns: [String], addsWildcardToAccept: Bool) -> HTTPFields {
        if patterns == JSON.mediaTypes { return addsWildcardToAccept ? jsonOrAnything : json }
        return ranges(patterns, addsWildcardToAccept: addsWildcardToAccept)
    }

    private static let json = ranges(JSON.mediaTypes, addsWildcardToAccept: false)
    private static let jsonOrAnything = ranges(JSON.mediaTypes, addsWildcardToAccept: true)

    private static func ranges(_ patterns: [String], addsWildcardToAccept: Bool) -> HTTPFields {
        // Patterns such as `*/*+json` are this library's own; RFC 9110 has no such range, and servers reject
        // it.
        let ranges = patterns.filter {
            !($0.utf8.contains(UInt8(ascii: "*")) && $0.utf8.contains(UInt8(ascii: "+")))
        }
        guard !ranges.isEmpty else { return [:] }
        // The weight of `*/*` lets servers choose a specific type, also for errors. It comes first because
        // Rails treats a client with `, */*` or `*/*,` as a browser and responds with HTML.
        let all = (addsWildcardToAccept ? ["*/*;q=0.1"] : []) + ranges
        return [.accept: all.joined(separator: ", ")]
    }

    /// Throws if the URL or the header fields exceed 1 MiB, which no server accepts.
    private static func checkSize(of target: String, and headers: HTTPFields) throws {
        let most = 1 << 20
        var count = 0
        // By index, because an iterator copies the fields.
        for index in headers.indices {
            count += headers[index].name.rawName.utf8.count + headers[index].value.utf8.count
        }
        guard target.utf8.count > most || count > most else { return }
        let what = count > most ? "the header fields" : "the path and the query"
        throw APIError.Cause(
            .invalidParameter, "\(what) have more than \(most) bytes",
            advice: "send long values in the body")
    }

    /// Returns the base URL with path and query.
    ///
    /// The query consists of the base URL's query, the query of the path template, and the parameters, in
    /// this order.
    private func url(_ base: BaseURL, _ path: String, _ asked: String) throws -> String {
        var items: [QueryItem] = []
        var own = ""
        if !query.isEmpty {
            items = try query.items(options.queryStyle, in: .query)
            if let queryEncoder = options.queryEncoder {
                own = try Self.text(items, by: queryEncoder)
                items = []
            }
        }
        if !QueryText.isEmpty(items) { own = QueryText.text(items, .query) }
        var url = base.origin + base.path
        if base.path.isEmpty, path.utf8.first != UInt8(ascii: "/") { url += "/" }
        url += path
        var joint = "?"
        for query in [base.query, asked, own] where !query.isEmpty {
            url += joint
            url += query
            joint = "&"
        }
        return url
    }

    private static func text(
        _ items: [QueryItem], by queryEncoder: ([QueryItem]) throws -> String
    ) throws -> String {
        do {
            return PercentEncoding.encodeLiteralQuery(try queryEncoder(items))
        } catch let fault as APIError.Cause {
            throw fault
        } catch {
            throw APIError.Cause(
                .encodingFailed,
                "the query could not be written: " + APIError.Cause.text(forThrown: error),
                advice: "look at what `queryEncoder` of the call does", underlying: error)
        }
    }
}
