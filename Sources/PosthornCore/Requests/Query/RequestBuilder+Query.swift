extension RequestBuilder {
    /// Sets a query parameter.
    ///
    /// `nil` leaves the parameter unchanged.
    @inlinable
    public mutating func query(_ name: String, _ value: (some ParameterValue)?) {
        guard let value else { return }
        addQuery(name, value)
    }

    @usableFromInline
    mutating func addQuery(_ name: String, _ value: some ParameterValue) {
        guard let entry = attempt(naming: name, { try QueryEntry(name, value) }) else { return }
        query.append(entry)
    }

    /// Sets a query parameter with several values, in the format of ``CallOptions/queryStyle``.
    ///
    /// The default sends one `name=value` pair for each value. `nil` leaves the parameter unchanged; an empty
    /// array removes it.
    @inlinable
    public mutating func query(_ name: String, _ values: [some ParameterValue]?) {
        guard let values else { return }
        addQuery(name, values)
    }

    @usableFromInline
    mutating func addQuery(_ name: String, _ values: [some ParameterValue]) {
        guard let entry = attempt(naming: name, { try QueryEntry(name, values) }) else { return }
        query.append(entry)
    }

    /// Sets a query parameter to any encodable value, such as an object, a map, a set or an array of these.
    ///
    /// - Parameters:
    ///   - name: The parameter's name.
    ///   - value: The value; `nil` leaves the parameter unchanged.
    ///   - style: The style of the parameter; `nil` uses ``CallOptions/queryStyle``.
    public mutating func query(
        _ name: String, encoding value: (some Encodable & Sendable)?, style: QueryStyle? = nil
    ) {
        guard let value else { return }
        query.append(QueryEntry(name, .value(value), style: style))
    }

    /// Sets a query parameter to the JSON text of a value; `nil` leaves it unchanged.
    @_spi(Generated) public mutating func query(
        _ name: String, json value: (some Encodable & Sendable)?
    ) {
        guard let text = jsonText(of: name, value) else { return }
        query.append(QueryEntry(name, .text(text)))
    }

    /// Adds the name of a query parameter without a value if `isSet`.
    @_spi(Generated) public mutating func query(flag name: String, _ isSet: Bool = true) {
        if isSet { query.append(QueryEntry(name, .flag)) }
    }

    mutating func jsonText(of name: String, _ value: (some Encodable & Sendable)?) -> String? {
        value.flatMap { value in
            attempt(naming: name) {
                String(decoding: try BodySerializer.json.bytes(of: value), as: UTF8.self)
            }
        }
    }

    /// Sets the members of an object, or the entries of a map, as query parameters.
    ///
    /// - Parameters:
    ///   - value: The object or map; each member replaces an earlier parameter of its name.
    ///   - style: The style of the parameters; `nil` uses ``CallOptions/queryStyle``.
    public mutating func query(
        encoding value: some Encodable & Sendable, style: QueryStyle? = nil
    ) {
        query.append(QueryEntry("", .value(value), style: style))
    }

    /// Sets the members of an object, or the entries of a map, as the parameters of the request.
    ///
    /// They are sent in the URL for the methods of ``CallOptions/parametersInURL``, and as the body for other methods. In
    /// the URL, each member replaces an earlier parameter of its name, and a later parameter replaces it. The
    /// common body fields of a service are added only if the parameters are the body. To add fields to the URL,
    /// use common query parameters.
    public mutating func parameters(_ value: some Encodable & Sendable) {
        var entry = QueryEntry("", .value(value))
        entry.isFree = true
        query.append(entry)
    }

    /// Moves the value of ``parameters(_:)`` to the body if the method requires it.
    mutating func placeParameters() throws {
        guard !(options.parametersInURL ?? [.get, .head, .delete]).contains(method) else { return }
        let free = query.filter(\.isFree)
        guard let entry = free.first, case .value(let value) = entry.content else { return }
        guard case .json = content, body.whole == nil, free.count == 1 else {
            throw APIError.Cause(
                .encodingFailed, "the parameters would be a second body",
                advice: "call parameters(_:) once, and set no other body")
        }
        query.removeAll(where: \.isFree)
        body.whole = value
    }
}
