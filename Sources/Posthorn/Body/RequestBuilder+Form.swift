extension RequestBuilder {
    /// Sets a field of an urlencoded form.
    ///
    /// `nil` leaves the field out; the body is a form all the same. The service's body fields join
    /// it, before its own.
    public mutating func form(_ name: String, _ value: (some ParameterValue)?) throws {
        try setForm(name, value.map { [try $0.parameterText()] } ?? [])
    }

    /// Sets a repeated field of an urlencoded form, one `name=value` for each element.
    public mutating func form(_ name: String, _ values: [some ParameterValue]?) throws {
        try setForm(name, (values ?? []).map { try $0.parameterText() })
    }

    private mutating func setForm(_ name: String, _ values: [String]) throws {
        var fields: [QueryItem] = []
        if case .form(let earlier) = content { fields = earlier.filter { $0.name != name } }
        content = .form(fields + values.map { QueryItem(name: name, value: $0) })
    }
}
