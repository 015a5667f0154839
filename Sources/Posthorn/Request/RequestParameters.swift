/// What a request's query and body were made of, kept for ciphers that look at single values.
struct RequestParameters: Sendable {
    var query: [QueryEntry] = []
    var style: QueryStyle?
    var body = RequestBody()
}

extension TransportRequest {
    /// Goes to another path and query of the same origin, with the parameters that are there.
    mutating func move(to target: String) {
        self.target = target
        let query = target.firstIndex(of: "?").map { target[target.index(after: $0)...] } ?? ""
        change { details in
            details.hasServersTarget = true
            details.parameters.query = query.split(separator: "&").map { pair in
                let parts = pair.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false
                ).map { PercentDecoding.text($0) ?? String($0) }
                return QueryEntry(parts[0], .text(parts.count > 1 ? parts[1] : ""))
            }
        }
    }

    /// Takes away parameters of the query that a server has repeated in a link or a redirect, as most make
    /// one of the URL that they were asked for; a signer adds its own anew.
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

    /// The query's parameters before they were encoded, in their order.
    ///
    /// Without what the base URL and the path's template added; empty for a request that no builder
    /// made.
    /// - Throws: an ``APIError/Cause`` if a value can't be written, which then failed the call before.
    public func queryParameters() throws -> [QueryItem] {
        guard let parameters = details?.parameters else { return [] }
        return try parameters.query.items(parameters.style, in: .query)
    }

    /// The body's fields before they were encoded, in their order: scalars as in a form, an array as
    /// its elements, all else as JSON.
    ///
    /// Empty for a body that is one value, a file or a stream, and for a request that no builder made.
    /// - Throws: an ``APIError/Cause`` if a value can't be written, which then failed the call before.
    public func bodyParameters() throws -> [QueryItem] {
        guard body != nil, let parameters = details?.parameters else { return [] }
        return try parameters.body.fields.flatMap {
            try MultipartField.items($0.name, $0.value, parameters.style)
        }
    }
}
