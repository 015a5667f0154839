extension RequestBuilder {
    /// Sets a field of an urlencoded form.
    ///
    /// `nil` omits the field, but the body is still a form. The service's body fields come before the
    /// endpoint's fields.
    public mutating func form(_ name: String, _ value: (some ParameterValue)?) {
        setForm(
            name, value.flatMap { value in attempt(naming: name) { try QueryEntry(name, value) } })
    }

    /// Sets a field with several values.
    ///
    /// ``CallOptions/queryStyle`` decides how they are written. The default is one `name=value` pair for each value.
    /// `nil` omits the field, but the body is still a form.
    public mutating func form(_ name: String, _ values: [some ParameterValue]?) {
        setForm(
            name,
            values.flatMap { values in attempt(naming: name) { try QueryEntry(name, values) } })
    }

    /// Sets a field to any encodable value, such as an object, a map, a set or an array of those.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - value: The value. `nil` omits the field, but the body is still a form.
    ///   - style: The style in which the value is written. `nil`, the default, uses ``CallOptions/queryStyle``.
    public mutating func form(
        _ name: String, encoding value: (some Encodable & Sendable)?, style: QueryStyle? = nil
    ) {
        setForm(name, value.map { QueryEntry(name, .value($0), style: style) })
    }

    /// Sets a field to the JSON text of a value; `nil` omits it.
    @_spi(Generated) public mutating func form(
        _ name: String, json value: (some Encodable & Sendable)?
    ) {
        setForm(name, jsonText(of: name, value).map { QueryEntry(name, .text($0)) })
    }

    /// Sets the members of an object, or the entries of a map, as fields of an urlencoded form.
    ///
    /// - Parameters:
    ///   - value: The object or the map.
    ///   - style: The style in which the members are written. `nil`, the default, uses ``CallOptions/queryStyle``.
    public mutating func form(encoding value: some Encodable & Sendable, style: QueryStyle? = nil) {
        setForm("", QueryEntry("", .value(value), style: style))
    }

    private mutating func setForm(_ name: String, _ entry: QueryEntry?) {
        var fields: [QueryEntry] = []
        if case .form(let earlier) = content { fields = earlier }
        // Releases the enum's reference, so that the array grows in place. The last of several equal names
        // wins.
        content = .json
        if let entry {
            fields.append(entry)
        } else {
            fields.remove(name)
        }
        content = .form(fields)
    }
}
