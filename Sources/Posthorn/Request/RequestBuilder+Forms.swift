/// What a spec says of how a value is written: dates and data in a form, `null` in a body.
///
/// A form that does not have the value fails the call.
extension RequestBuilder {
    /// Fills the `{name}` place of the path with a value in a form; `nil` leaves a place out that may
    /// be, such as `{?name}`.
    public mutating func path<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        path(name, text(of: name, value, form))
    }

    /// Sets a query parameter in a form; `nil` leaves it as it is.
    public mutating func query<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        query(name, text(of: name, value, form))
    }

    /// Sets a repeated query parameter in a form; `nil` leaves it as it is.
    public mutating func query<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as form: Value.Form, style: QueryStyle? = nil
    ) {
        guard let texts = texts(of: name, values, form) else { return }
        query.append(QueryEntry(name, .texts(texts), style: style))
    }

    /// Sets a header field in a form; `nil` leaves it as it is.
    public mutating func header<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        header(name, text(of: name, value, form))
    }

    /// Sets a repeated header field in a form; `nil` leaves it as it is.
    public mutating func header<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as form: Value.Form
    ) {
        header(name, texts(of: name, values, form))
    }

    /// Sets a cookie in a form; `nil` leaves it as it is.
    public mutating func cookie<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        cookie(name, text(of: name, value, form))
    }

    /// Sets a field of an urlencoded form in a form of its own; `nil` leaves it out.
    public mutating func form<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        self.form(name, text(of: name, value, form))
    }

    /// Sets a repeated field of an urlencoded form; `nil` leaves it out.
    public mutating func form<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as form: Value.Form, style: QueryStyle? = nil
    ) {
        self.form(name, encoding: texts(of: name, values, form), style: style)
    }

    /// Adds a part of text in a form; `nil` adds none.
    public mutating func part<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        part(name, text(of: name, value, form))
    }

    /// Adds a part of text in a form for each element; `nil` adds none.
    public mutating func part<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as form: Value.Form
    ) {
        part(name, texts(of: name, values, form))
    }

    /// Adds a part of JSON in a form; `nil` adds none.
    public mutating func part<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, json value: Value?, as form: Value.Form
    ) {
        part(name, json: value.map { Formed(value: $0, form: form) })
    }

    /// Sets a field of the JSON body in a form; `nil` leaves it as it is.
    public mutating func body<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        guard let value else { return }
        body(name, Formed(value: value, form: form))
    }

    /// Sets a field of the JSON body; `nil` sends `null`.
    public mutating func body(_ name: String, orNull value: (some Encodable & Sendable)?) {
        body(name, Optional.some(value))
    }

    /// Sets a field of the JSON body in a form; `nil` sends `null`.
    public mutating func body<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, orNull value: Value?, as form: Value.Form
    ) {
        body(name, Formed(value: value, form: form))
    }

    /// Sets a field of the JSON body to a value or `null`; an absent one leaves it as it is.
    public mutating func body(
        _ name: String, _ presence: Presence<some Encodable & Sendable>
    ) {
        guard !presence.isAbsent else { return }
        body(name, orNull: presence.value)
    }

    /// Sets a field of the JSON body in a form or to `null`; an absent one leaves it as it is.
    public mutating func body<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, _ presence: Presence<Value>, as form: Value.Form
    ) {
        guard !presence.isAbsent else { return }
        body(name, orNull: presence.value, as: form)
    }

    /// Sets the whole JSON body in a form.
    public mutating func body<Value: JSONFormattable & Encodable & Sendable>(
        _ value: Value, as form: Value.Form
    ) {
        body(Formed(value: value, form: form))
    }

    private mutating func text<Value: TextFormattable>(
        of name: String, _ value: Value?, _ form: Value.Form
    ) -> String? {
        value.flatMap { value in attempt(naming: name) { try value.parameterText(as: form) } }
    }

    private mutating func texts<Value: TextFormattable>(
        of name: String, _ values: [Value]?, _ form: Value.Form
    ) -> [String]? {
        values.flatMap { values in
            attempt(naming: name) { try values.map { try $0.parameterText(as: form) } }
        }
    }
}

/// A value with the form in which it is written.
private struct Formed<Value: JSONFormattable & Sendable>: WrittenBody, Encodable, Sendable {
    let value: Value
    let form: Value.Form

    func write(json: inout JSONWriter) throws { try value.write(json: &json, as: form) }

    // A body's fields are always written by the writer; this only makes the value one of them.
    func encode(to encoder: any Encoder) throws {
        let bytes = try JSONWriter.bytes(of: self)
        try JSONReader.read(JSONValue.self, from: bytes).encode(to: encoder)
    }
}
