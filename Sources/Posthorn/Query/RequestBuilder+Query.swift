extension RequestBuilder {
    /// Sets a query parameter.
    ///
    /// `nil` leaves it as it is.
    public mutating func query(_ name: String, _ value: (some ParameterValue)?) {
        guard let value, let entry = attempt(naming: name, { try QueryEntry(name, value) }) else {
            return
        }
        query.append(entry)
    }

    /// Sets a query parameter of several values, written as ``queryStyle`` says: one `name=value` for
    /// each unless it says something else.
    ///
    /// `nil` leaves it as it is; an empty array sends none.
    public mutating func query(_ name: String, _ values: [some ParameterValue]?) {
        guard let values, let entry = attempt(naming: name, { try QueryEntry(name, values) }) else {
            return
        }
        query.append(entry)
    }

    /// Sets a query parameter of any value: an object, a map, a set, arrays of such.
    ///
    /// - Parameters:
    ///   - name: The parameter's name.
    ///   - value: `nil` leaves the parameter as it is.
    ///   - style: How it is written; `nil` takes ``queryStyle``.
    public mutating func query(
        _ name: String, encoding value: (some Encodable & Sendable)?, style: QueryStyle? = nil
    ) {
        guard let value else { return }
        query.append(QueryEntry(name, .value(value), style: style))
    }

    /// Sets the members of an object, or the entries of a map, as query parameters.
    ///
    /// - Parameters:
    ///   - value: What has the members; each replaces an earlier parameter of its name.
    ///   - style: How they are written; `nil` takes ``queryStyle``.
    public mutating func query(
        encoding value: some Encodable & Sendable, style: QueryStyle? = nil
    ) {
        query.append(QueryEntry("", .value(value), style: style))
    }

    /// Sets the members of an object, or the entries of a map, where the method has its parameters: in
    /// the URL for those of ``parametersInURL``, as the body for others.
    ///
    /// In the URL each replaces an
    /// earlier parameter of its name, and gives way to a later one. Common body fields join them in a
    /// body only; for the URL there are common query parameters.
    public mutating func parameters(_ value: some Encodable & Sendable) {
        var entry = QueryEntry("", .value(value))
        entry.isFree = true
        query.append(entry)
    }

    /// Puts what ``parameters(_:)`` has got to its place.
    mutating func placeParameters() throws {
        guard query.contains(where: \.isFree) else { return }
        guard !(parametersInURL ?? [.get, .head, .delete]).contains(method) else { return }
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
