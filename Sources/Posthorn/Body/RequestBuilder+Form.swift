extension RequestBuilder {
    /// Sets a field of an urlencoded form.
    ///
    /// `nil` leaves the field out; the body is a form all the same. The service's body fields join
    /// it, before its own.
    public mutating func form(_ name: String, _ value: (some ParameterValue)?) {
        setForm(
            name, value.flatMap { value in attempt(naming: name) { try QueryEntry(name, value) } })
    }

    /// Sets a field of several values, written as ``queryStyle`` says: one `name=value` for each
    /// unless it says something else.
    public mutating func form(_ name: String, _ values: [some ParameterValue]?) {
        setForm(
            name,
            values.flatMap { values in attempt(naming: name) { try QueryEntry(name, values) } })
    }

    /// Sets a field of any value: an object, a map, a set, arrays of such.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - value: `nil` leaves the field out; the body is a form all the same.
    ///   - style: How it is written; `nil` takes ``queryStyle``.
    public mutating func form(
        _ name: String, encoding value: (some Encodable & Sendable)?, style: QueryStyle? = nil
    ) {
        setForm(name, value.map { QueryEntry(name, .value($0), style: style) })
    }

    /// Sets the members of an object, or the entries of a map, as fields of an urlencoded form.
    public mutating func form(
        encoding value: some Encodable & Sendable, style: QueryStyle? = nil
    ) {
        setForm("", QueryEntry("", .value(value), style: style))
    }

    private mutating func setForm(_ name: String, _ entry: QueryEntry?) {
        var fields: [QueryEntry] = []
        if case .form(let earlier) = content { fields = earlier }
        // The array is ours alone then, and grows where it is. Of several of a name the last one counts.
        content = .json
        if let entry {
            fields.append(entry)
        } else {
            fields.remove(name)
        }
        content = .form(fields)
    }
}
