/// Maps whose keys end the names of header fields or query parameters.
extension RequestBuilder {
    /// Sets a header field for each entry of a map; `nil` sets none.
    ///
    /// A key fails the call if it makes no name of a header field, or one of the `declared` names.
    @_spi(Generated) public mutating func header(
        prefix: String, _ values: [String: some ParameterValue]?, besides declared: [String] = []
    ) {
        guard let values else { return }
        let map = "the map \(prefix)*"
        var taken = Set(declared.map { $0.lowercased() })
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            let name = prefix + key
            attempt {
                guard !key.isEmpty, HTTPField.Name(name) != nil else {
                    throw APIError.Cause(
                        .invalidParameter,
                        "a key of \(map) is not the end of a header field's name",
                        advice: "use letters, digits and -")
                }
                guard taken.insert(name.lowercased()).inserted else {
                    throw Self.repeated(name, declared, map)
                }
            }
            setHeader(name, value.parameterText)
        }
    }

    /// Sets a query parameter for each entry of a map, in the order of their names; `nil` sets none.
    ///
    /// A key fails the call if it makes an empty name, or one of the `declared` names.
    @_spi(Generated) public mutating func query(
        prefix: String, _ values: [String: some ParameterValue]?, besides declared: [String] = [],
        style: QueryStyle? = nil
    ) {
        addQuery(prefix, values, declared, style) { try QueryEntry($0, $1) }
    }

    /// Sets a query parameter for each element of the arrays of a map; `nil` sets none.
    ///
    /// A key fails the call if it makes an empty name, or one of the `declared` names.
    @_spi(Generated) public mutating func query(
        prefix: String, _ values: [String: [some ParameterValue]]?, besides declared: [String] = [],
        style: QueryStyle? = nil
    ) {
        addQuery(prefix, values, declared, style) { try QueryEntry($0, $1) }
    }

    private mutating func addQuery<Value>(
        _ prefix: String, _ values: [String: Value]?, _ declared: [String], _ style: QueryStyle?,
        _ entry: (String, Value) throws -> QueryEntry
    ) {
        guard let values else { return }
        let map = "the map \(prefix)*"
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            let name = prefix + key
            let made = attempt(naming: prefix + "*") {
                guard !name.isEmpty else {
                    throw APIError.Cause(
                        .invalidParameter, "a key is empty",
                        advice: "use the name of a query parameter")
                }
                guard !declared.contains(name) else { throw Self.repeated(name, declared, map) }
                var entry = try entry(name, value)
                entry.style = style
                return entry
            }
            if let made { query.append(made) }
        }
    }

    /// Returns the error for a name that is set twice; it does not repeat a name that only the map has.
    private static func repeated(
        _ name: String, _ declared: [String], _ map: String
    ) -> APIError.Cause {
        let name = declared.first { $0.lowercased() == name.lowercased() }
        let problem =
            name.map { "a key of \(map) names \($0), which the spec declares" }
            ?? "two keys of \(map) differ in capitals only"
        return APIError.Cause(.invalidParameter, problem, advice: "remove one of the two")
    }
}
