/// The values from which query and body were encoded, for ciphers that need single values.
struct RequestParameters: Sendable {
    var query: [QueryEntry] = []
    var style: QueryStyle?
    var body = RequestBody()
}

extension QueryEntry {
    /// Returns the parameters of a query that a server supplied.
    static func entries(of query: some StringProtocol) -> [QueryEntry] {
        query.split(separator: "&").map { pair in
            let parts = pair.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map { PercentDecoding.text($0) ?? String($0) }
            return QueryEntry(parts[0], .text(parts.count > 1 ? parts[1] : ""))
        }
    }
}

extension TransportRequest {
    /// Changes path and query within the origin, and replaces the recorded query parameters.
    mutating func move(to target: String) {
        self.target = target
        let query = target.firstIndex(of: "?").map { target[target.index(after: $0)...] } ?? ""
        change { details in
            details.hasServersTarget = true
            details.parameters.query = QueryEntry.entries(of: query)
        }
    }

    /// Removes query parameters that a server has repeated in a link or a redirect.
    ///
    /// Most servers build links from the requested URL, which includes the parameters of a signer. The signer
    /// then adds its own again.
    package mutating func dropRepeated(_ isOwn: (String) -> Bool) {
        let target = target
        guard details?.hasServersTarget == true, let mark = target.firstIndex(of: "?") else {
            return
        }
        let (path, query) = (target[..<mark], target[target.index(after: mark)...])
        let pairs = query.split(separator: "&", omittingEmptySubsequences: false)
        let rest = pairs.filter { pair in
            let name = pair.prefix { $0 != "=" }
            return !isOwn(PercentDecoding.text(name) ?? String(name))
        }
        guard rest.count < pairs.count else { return }
        move(to: path + (rest.isEmpty ? "" : "?" + rest.joined(separator: "&")))
    }

    /// Returns the query parameters before encoding, in order.
    ///
    /// Parameters of the base URL and of the path template are not included. Empty for a request that no
    /// builder made.
    /// - Throws: an ``APIError/Cause`` if a value can't be written. Such a value has already failed the call.
    public func queryParameters() throws -> [QueryItem] {
        guard let parameters = details?.parameters else { return [] }
        return try parameters.query.items(parameters.style, in: .query)
    }

    /// Returns the body's fields before encoding, in order.
    ///
    /// Scalars and arrays of scalars are written as in a form, everything else as JSON. Empty for a body that
    /// is a single value, a file or a stream, and for a request that no builder made.
    /// - Throws: an ``APIError/Cause`` if a value can't be written. Such a value has already failed the call.
    public func bodyParameters() throws -> [QueryItem] {
        guard body != nil, let parameters = details?.parameters else { return [] }
        return try parameters.body.fields.flatMap {
            try MultipartField.items($0.name, $0.value, parameters.style)
        }
    }
}
