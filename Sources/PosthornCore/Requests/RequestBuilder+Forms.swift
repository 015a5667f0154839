/// Parameters whose spec states a form: dates, data and numbers in a format, and `null` in a body.
///
/// A value that has no representation in the form fails the call.
extension RequestBuilder {
    /// Fills the `{name}` placeholder of the path with a value in the given format.
    ///
    /// `nil` omits an optional placeholder such as `{?name}`.
    public mutating func path<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        path(name, text(of: name, value, form))
    }

    /// Sets a query parameter in the given format; `nil` leaves it unchanged.
    public mutating func query<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        query(name, text(of: name, value, form))
    }

    /// Sets a repeated query parameter in the given format; `nil` leaves it unchanged.
    public mutating func query<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as form: Value.Form, style: QueryStyle? = nil
    ) {
        guard let texts = texts(of: name, values, form) else { return }
        query.append(QueryEntry(name, .texts(texts), style: style))
    }

    /// Sets a header field in the given format; `nil` leaves it unchanged.
    public mutating func header<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        header(name, text(of: name, value, form))
    }

    /// Sets a repeated header field in the given format; `nil` leaves it unchanged.
    public mutating func header<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as form: Value.Form
    ) {
        header(name, texts(of: name, values, form))
    }

    /// Sets a cookie in the given format; `nil` leaves it unchanged.
    public mutating func cookie<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        cookie(name, text(of: name, value, form))
    }

    /// Sets a field of a URL-encoded form in the given formatat; `nil` omits it.
    public mutating func form<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        self.form(name, text(of: name, value, form))
    }

    /// Sets a repeated field of a URL-encoded form in the given formatat; `nil` omits it.
    public mutating func form<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as form: Value.Form, style: QueryStyle? = nil
    ) {
        self.form(name, encoding: texts(of: name, values, form), style: style)
    }

    /// Adds a text part in the given format to a multipart body; `nil` adds none.
    public mutating func part<Value: TextFormattable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        part(name, text(of: name, value, form))
    }

    /// Adds a text part in the given format for each element; `nil` adds none.
    public mutating func part<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as form: Value.Form
    ) {
        part(name, texts(of: name, values, form))
    }

    /// Adds a JSON part in the given format to a multipart body; `nil` adds none.
    public mutating func part<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, json value: Value?, as form: Value.Form
    ) {
        part(name, json: value.map { FormedValue(value: $0, form: form) })
    }

    /// Sets a field of the JSON body in the given format; `nil` leaves it unchanged.
    public mutating func body<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) {
        guard let value else { return }
        body(name, FormedValue(value: value, form: form))
    }

    /// Sets a field of the JSON body; `nil` sends `null`.
    public mutating func body(_ name: String, orNull value: (some Encodable & Sendable)?) {
        body(name, Optional.some(value))
    }

    /// Sets a field of the JSON body in the given format; `nil` sends `null`.
    public mutating func body<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, orNull value: Value?, as form: Value.Form
    ) {
        body(name, FormedValue(value: value, form: form))
    }

    /// Sets a field of the JSON body to a value or to `null`; an absent value leaves it unchanged.
    public mutating func body(
        _ name: String, _ presence: FieldPresence<some Encodable & Sendable>
    ) {
        guard !presence.isAbsent else { return }
        body(name, orNull: presence.value)
    }

    /// Sets a field of the JSON body, in the given format, to a value or to `null`.
    ///
    /// An absent value leaves the field unchanged.
    public mutating func body<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, _ presence: FieldPresence<Value>, as form: Value.Form
    ) {
        guard !presence.isAbsent else { return }
        body(name, orNull: presence.value, as: form)
    }

    /// Sets the whole JSON body in the given format.
    public mutating func body<Value: JSONFormattable & Encodable & Sendable>(
        _ value: Value, as form: Value.Form
    ) {
        body(FormedValue(value: value, form: form))
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
struct FormedValue<Value: JSONFormattable & Sendable>: WrittenBody, Encodable, Sendable {
    let value: Value
    let form: Value.Form

    func write(json: inout JSONWriter) throws { try value.write(json: &json, as: form) }

    // `JSONWriter` uses `write(json:)`; this method only satisfies `Encodable`.
    func encode(to encoder: any Encoder) throws {
        try json().encode(to: encoder)
    }

    private func json() throws -> JSONValue {
        try JSONReader.read(JSONValue.self, from: try JSONWriter.bytes(of: self))
    }
}

/// A value that a part of a multipart body holds as text in the value's form.
protocol FormedContent {
    /// Returns the text, or the texts of an array; `nil` for any other value.
    func content() throws -> QueryEntry.Content?
}

extension FormedValue: FormedContent {
    func content() throws -> QueryEntry.Content? {
        func text(_ value: JSONValue) -> String? { value.string ?? value.number?.text }
        let value = try json()
        if let text = text(value) { return .text(text) }
        guard let elements = value.array else { return nil }
        let texts = elements.compactMap(text)
        return texts.count == elements.count ? .texts(texts) : nil
    }
}
