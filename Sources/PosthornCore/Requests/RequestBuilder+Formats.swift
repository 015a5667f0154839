/// Parameters in a format that the spec states: dates, data and numbers; and `null` in a body.
///
/// A value that has no representation in the format fails the call.
extension RequestBuilder {
    /// Fills the `{name}` placeholder of the path with a value in the given format.
    ///
    /// `nil` omits an optional placeholder such as `{?name}`.
    public mutating func path<Value: TextFormattable>(
        _ name: String, _ value: Value?, as format: Value.Format
    ) {
        path(name, text(of: name, value, format))
    }

    /// Sets a query parameter in the given format; `nil` leaves it unchanged.
    public mutating func query<Value: TextFormattable>(
        _ name: String, _ value: Value?, as format: Value.Format
    ) {
        query(name, text(of: name, value, format))
    }

    /// Sets a repeated query parameter in the given format; `nil` leaves it unchanged.
    public mutating func query<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as format: Value.Format, style: QueryStyle? = nil
    ) {
        guard let texts = texts(of: name, values, format) else { return }
        query.append(QueryEntry(name, .texts(texts), style: style))
    }

    /// Sets a header field in the given format; `nil` leaves it unchanged.
    public mutating func header<Value: TextFormattable>(
        _ name: String, _ value: Value?, as format: Value.Format
    ) {
        header(name, text(of: name, value, format))
    }

    /// Sets a repeated header field in the given format; `nil` leaves it unchanged.
    public mutating func header<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as format: Value.Format
    ) {
        header(name, texts(of: name, values, format))
    }

    /// Sets a cookie in the given format; `nil` leaves it unchanged.
    public mutating func cookie<Value: TextFormattable>(
        _ name: String, _ value: Value?, as format: Value.Format
    ) {
        cookie(name, text(of: name, value, format))
    }

    /// Sets a field of a URL-encoded form in the given format; `nil` omits it.
    public mutating func form<Value: TextFormattable>(
        _ name: String, _ value: Value?, as format: Value.Format
    ) {
        self.form(name, text(of: name, value, format))
    }

    /// Sets a repeated field of a URL-encoded form in the given format; `nil` omits it.
    public mutating func form<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as format: Value.Format, style: QueryStyle? = nil
    ) {
        self.form(name, encoding: texts(of: name, values, format), style: style)
    }

    /// Adds a text part in the given format to a multipart body; `nil` adds none.
    public mutating func part<Value: TextFormattable>(
        _ name: String, _ value: Value?, as format: Value.Format
    ) {
        part(name, text(of: name, value, format))
    }

    /// Adds a text part in the given format for each element; `nil` adds none.
    public mutating func part<Value: TextFormattable>(
        _ name: String, _ values: [Value]?, as format: Value.Format
    ) {
        part(name, texts(of: name, values, format))
    }

    /// Adds a JSON part in the given format to a multipart body; `nil` adds none.
    public mutating func part<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, json value: Value?, as format: Value.Format
    ) {
        part(name, json: value.map { FormattedValue(value: $0, format: format) })
    }

    /// Sets a query parameter to JSON in the given format; `nil` leaves it unchanged.
    @_spi(Generated) public mutating func query<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, json value: Value?, as format: Value.Format
    ) {
        query(name, json: value.map { FormattedValue(value: $0, format: format) })
    }

    /// Sets a field of a URL-encoded form to JSON in the given format; `nil` omits it.
    @_spi(Generated) public mutating func form<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, json value: Value?, as format: Value.Format
    ) {
        form(name, json: value.map { FormattedValue(value: $0, format: format) })
    }

    /// Sets a field of the JSON body in the given format; `nil` leaves it unchanged.
    public mutating func body<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, _ value: Value?, as format: Value.Format
    ) {
        guard let value else { return }
        body(name, FormattedValue(value: value, format: format))
    }

    /// Sets a field of the JSON body; `nil` sends `null`.
    public mutating func body(_ name: String, orNull value: (some Encodable & Sendable)?) {
        body(name, Optional.some(value))
    }

    /// Sets a field of the JSON body in the given format; `nil` sends `null`.
    public mutating func body<Value: JSONFormattable & Encodable & Sendable>(
        _ name: String, orNull value: Value?, as format: Value.Format
    ) {
        body(name, FormattedValue(value: value, format: format))
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
        _ name: String, _ presence: FieldPresence<Value>, as format: Value.Format
    ) {
        guard !presence.isAbsent else { return }
        body(name, orNull: presence.value, as: format)
    }

    /// Sets the whole JSON body in the given format.
    public mutating func body<Value: JSONFormattable & Encodable & Sendable>(
        _ value: Value, as format: Value.Format
    ) {
        body(FormattedValue(value: value, format: format))
    }

    private mutating func text<Value: TextFormattable>(
        of name: String, _ value: Value?, _ format: Value.Format
    ) -> String? {
        value.flatMap { value in attempt(naming: name) { try value.parameterText(as: format) } }
    }

    private mutating func texts<Value: TextFormattable>(
        of name: String, _ values: [Value]?, _ format: Value.Format
    ) -> [String]? {
        values.flatMap { values in
            attempt(naming: name) { try values.map { try $0.parameterText(as: format) } }
        }
    }
}

/// A value with the format in which it is written.
struct FormattedValue<Value: JSONFormattable & Sendable>: WrittenBody, Encodable, Sendable {
    let value: Value
    let format: Value.Format

    func write(json: inout JSONWriter) throws { try value.write(json: &json, as: format) }

    // `JSONWriter` uses `write(json:)`; this method only satisfies `Encodable`.
    func encode(to encoder: any Encoder) throws {
        try json().encode(to: encoder)
    }

    private func json() throws -> JSONValue {
        try JSONReader.read(JSONValue.self, from: try JSONWriter.bytes(of: self))
    }
}

/// A value that a part of a multipart body holds as text in the value's form.
protocol FormattedContent {
    /// Returns the text, or the texts of an array; `nil` for any other value.
    func content() throws -> QueryEntry.Content?
}

extension FormattedValue: FormattedContent {
    func content() throws -> QueryEntry.Content? {
        func text(_ value: JSONValue) -> String? { value.string ?? value.number?.text }
        let value = try json()
        if let text = text(value) { return .text(text) }
        guard let elements = value.array else { return nil }
        let texts = elements.compactMap(text)
        return texts.count == elements.count ? .texts(texts) : nil
    }
}
