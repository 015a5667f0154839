public import FoundationEssentials

/// What a spec says of how a value is written: dates and data in a form, `null` in a body.
extension RequestBuilder {
    /// Fills the `{name}` place of the path with a value in a form.
    /// - Throws: a ``CallFault`` if the form does not have the value.
    public mutating func path(_ name: String, _ value: Date, as form: DateForm) throws {
        try path(name, try text(name) { try form.text(for: value) })
    }

    /// Fills the `{name}` place of the path with bytes in a form.
    /// - Throws: a ``CallFault`` if there are none.
    public mutating func path(_ name: String, _ value: Data, as form: DataForm) throws {
        try path(name, form.text(for: value))
    }

    /// Sets a query parameter in a form; `nil` leaves it as it is.
    /// - Throws: a ``CallFault`` if the form does not have the value.
    public mutating func query(_ name: String, _ value: Date?, as form: DateForm) throws {
        try query(name, try value.map { value in try text(name) { try form.text(for: value) } })
    }

    /// Sets a query parameter in a form; `nil` leaves it as it is.
    public mutating func query(_ name: String, _ value: Data?, as form: DataForm) throws {
        try query(name, value.map(form.text))
    }

    /// Sets a repeated query parameter in a form; `nil` leaves it as it is.
    /// - Throws: a ``CallFault`` if the form does not have a value.
    public mutating func query(_ name: String, _ values: [Date]?, as form: DateForm) throws {
        try query(
            name, try values?.map { value in try text(name) { try form.text(for: value) } })
    }

    /// Sets a repeated query parameter in a form; `nil` leaves it as it is.
    public mutating func query(_ name: String, _ values: [Data]?, as form: DataForm) throws {
        try query(name, values?.map(form.text))
    }

    /// Sets a header field in a form; `nil` leaves it as it is.
    /// - Throws: a ``CallFault`` if the form does not have the value.
    public mutating func header(_ name: String, _ value: Date?, as form: DateForm) throws {
        try header(name, try value.map { value in try text(name) { try form.text(for: value) } })
    }

    /// Sets a header field in a form; `nil` leaves it as it is.
    public mutating func header(_ name: String, _ value: Data?, as form: DataForm) throws {
        try header(name, value.map(form.text))
    }

    /// Sets a repeated header field in a form; `nil` leaves it as it is.
    /// - Throws: a ``CallFault`` if the form does not have a value.
    public mutating func header(_ name: String, _ values: [Date]?, as form: DateForm) throws {
        try header(
            name, try values?.map { value in try text(name) { try form.text(for: value) } })
    }

    /// Sets a repeated header field in a form; `nil` leaves it as it is.
    public mutating func header(_ name: String, _ values: [Data]?, as form: DataForm) throws {
        try header(name, values?.map(form.text))
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

    private func text(_ name: String, _ make: () throws -> String) throws -> String {
        do {
            return try make()
        } catch var fault as CallFault {
            fault.message = "the parameter \(name): \(fault.message)"
            throw fault
        }
    }
}

/// A value with the form in which it is written.
private struct Formed<Value: JSONFormed & Sendable>: JSONWritable, Encodable, Sendable {
    let value: Value
    let form: Value.Form

    func write(json: inout JSONWriter) throws { try value.write(json: &json, as: form) }

    // A body's fields are always written by the writer; this only makes the value one of them.
    func encode(to encoder: any Encoder) throws {
        let bytes = try JSONWriter.bytes(of: self)
        try JSONReader.read(JSONValue.self, from: bytes).encode(to: encoder)
    }
}
