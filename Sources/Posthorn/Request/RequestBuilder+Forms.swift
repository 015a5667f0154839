/// What a spec says of how a value is written: dates and data in a form, `null` in a body.
extension RequestBuilder {
    /// Fills the `{name}` place of the path with a value in a form; `nil` leaves a place out that may
    /// be, such as `{?name}`.
    /// - Throws: a ``CallFault`` if the form does not have the value, or if it is empty.
    public mutating func path<Value: TextFormed>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) throws {
        try path(name, try value.map { try text(name, $0, form) })
    }

    /// Sets a query parameter in a form; `nil` leaves it as it is.
    /// - Throws: a ``CallFault`` if the form does not have the value.
    public mutating func query<Value: TextFormed>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) throws {
        try query(name, try value.map { try text(name, $0, form) })
    }

    /// Sets a repeated query parameter in a form; `nil` leaves it as it is.
    /// - Throws: a ``CallFault`` if the form does not have a value.
    public mutating func query<Value: TextFormed>(
        _ name: String, _ values: [Value]?, as form: Value.Form, style: QueryStyle? = nil
    ) throws {
        guard let values else { return }
        let texts = try values.map { try text(name, $0, form) }
        query.append(QueryEntry(name, .texts(texts), style: style))
    }

    /// Sets a header field in a form; `nil` leaves it as it is.
    /// - Throws: a ``CallFault`` if the form does not have the value.
    public mutating func header<Value: TextFormed>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) throws {
        try header(name, try value.map { try text(name, $0, form) })
    }

    /// Sets a repeated header field in a form; `nil` leaves it as it is.
    /// - Throws: a ``CallFault`` if the form does not have a value.
    public mutating func header<Value: TextFormed>(
        _ name: String, _ values: [Value]?, as form: Value.Form
    ) throws {
        try header(name, try values?.map { try text(name, $0, form) })
    }

    /// Sets a cookie in a form; `nil` leaves it as it is.
    /// - Throws: a ``CallFault`` if the form does not have the value.
    public mutating func cookie<Value: TextFormed>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) throws {
        try cookie(name, try value.map { try text(name, $0, form) })
    }

    /// Sets a field of an urlencoded form in a form of its own; `nil` leaves it out.
    /// - Throws: a ``CallFault`` if the form does not have the value.
    public mutating func form<Value: TextFormed>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) throws {
        try self.form(name, try value.map { try text(name, $0, form) })
    }

    /// Sets a repeated field of an urlencoded form; `nil` leaves it out.
    /// - Throws: a ``CallFault`` if the form does not have a value.
    public mutating func form<Value: TextFormed>(
        _ name: String, _ values: [Value]?, as form: Value.Form, style: QueryStyle? = nil
    ) throws {
        let texts = try values.map { try $0.map { try text(name, $0, form) } }
        try self.form(name, encoding: texts, style: style)
    }

    /// Adds a part of text in a form; `nil` adds none.
    /// - Throws: a ``CallFault`` if the form does not have the value.
    public mutating func part<Value: TextFormed>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) throws {
        try part(name, try value.map { try text(name, $0, form) })
    }

    /// Adds a part of text in a form for each element; `nil` adds none.
    /// - Throws: a ``CallFault`` if the form does not have a value.
    public mutating func part<Value: TextFormed>(
        _ name: String, _ values: [Value]?, as form: Value.Form
    ) throws {
        try part(name, try values?.map { try text(name, $0, form) })
    }

    /// Adds a part of JSON in a form; `nil` adds none.
    /// - Throws: a ``CallFault`` if the form does not have a value.
    public mutating func part<Value: JSONFormed & Encodable & Sendable>(
        _ name: String, json value: Value?, as form: Value.Form
    ) throws {
        try part(name, json: value.map { Formed(value: $0, form: form) })
    }

    /// Sets a field of the JSON body in a form; `nil` leaves it as it is.
    public mutating func body<Value: JSONFormed & Encodable & Sendable>(
        _ name: String, _ value: Value?, as form: Value.Form
    ) throws {
        guard let value else { return }
        try body(name, Formed(value: value, form: form))
    }

    /// Sets a field of the JSON body; `nil` sends `null`.
    public mutating func body(_ name: String, orNull value: (some Encodable & Sendable)?) throws {
        try body(name, Optional.some(value))
    }

    /// Sets a field of the JSON body in a form; `nil` sends `null`.
    public mutating func body<Value: JSONFormed & Encodable & Sendable>(
        _ name: String, orNull value: Value?, as form: Value.Form
    ) throws {
        try body(name, Formed(value: value, form: form))
    }

    /// Sets a field of the JSON body to a value or `null`; an absent one leaves it as it is.
    public mutating func body(
        _ name: String, _ presence: Presence<some Encodable & Sendable>
    ) throws {
        guard !presence.isAbsent else { return }
        try body(name, orNull: presence.value)
    }

    /// Sets a field of the JSON body in a form or to `null`; an absent one leaves it as it is.
    public mutating func body<Value: JSONFormed & Encodable & Sendable>(
        _ name: String, _ presence: Presence<Value>, as form: Value.Form
    ) throws {
        guard !presence.isAbsent else { return }
        try body(name, orNull: presence.value, as: form)
    }

    /// Sets the whole JSON body in a form.
    public mutating func body<Value: JSONFormed & Encodable & Sendable>(
        _ value: Value, as form: Value.Form
    ) throws {
        try body(Formed(value: value, form: form))
    }

    private func text<Value: TextFormed>(
        _ name: String, _ value: Value, _ form: Value.Form
    ) throws -> String {
        do {
            return try value.parameterText(as: form)
        } catch var fault as CallFault {
            fault.message = "the parameter \(name): \(fault.message)"
            throw fault
        }
    }
}

/// A value with the form in which it is written.
private struct Formed<Value: JSONFormed & Sendable>: WrittenBody, Encodable, Sendable {
    let value: Value
    let form: Value.Form

    func write(json: inout JSONWriter) throws { try value.write(json: &json, as: form) }

    // A body's fields are always written by the writer; this only makes the value one of them.
    func encode(to encoder: any Encoder) throws {
        let bytes = try JSONWriter.bytes(of: self)
        try JSONReader.read(JSONValue.self, from: bytes).encode(to: encoder)
    }
}
