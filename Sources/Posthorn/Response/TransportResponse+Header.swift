extension TransportResponse {
    /// The value of a header field that the response has to have.
    /// - Throws: an ``APIError/Cause`` if it is missing or of another type.
    public func header<Value: HeaderValue>(
        _ name: String, as type: Value.Type = Value.self
    ) throws -> Value {
        if let value = try header(name, as: Value?.self) { return value }
        throw missing(name)
    }

    /// The value of a header field, or `nil` if the response does not have it.
    /// - Throws: an ``APIError/Cause`` if it is of another type.
    public func header<Value: HeaderValue>(
        _ name: String, as type: Value?.Type = Value?.self
    ) throws -> Value? {
        guard let text = HTTPField.Name(name).flatMap({ headers[$0] }) else { return nil }
        if let value = Value(headerText: text) { return value }
        throw mismatched(name, "\(Value.self)")
    }

    /// The value of a header field in a form, which the response has to have.
    /// - Throws: an ``APIError/Cause`` if it is missing or does not have the form.
    public func header<Value: TextFormattable>(_ name: String, as form: Value.Form) throws -> Value
    {
        let value: Value? = try header(name, as: form)
        if let value { return value }
        throw missing(name)
    }

    /// The value of a header field in a form, or `nil` if the response does not have it.
    /// - Throws: an ``APIError/Cause`` if it does not have the form.
    public func header<Value: TextFormattable>(_ name: String, as form: Value.Form) throws -> Value?
    {
        guard let text = HTTPField.Name(name).flatMap({ headers[$0] }) else { return nil }
        if let value = Value(headerText: text, as: form) { return value }
        throw mismatched(name, "\(Value.self) in the form \(form)")
    }

    private func missing(_ name: String) -> APIError.Cause {
        APIError.Cause(
            .decodingFailed, "the response has no header field \(name)",
            advice: "write `\(name)?` in the spec if it may be missing")
    }

    private func mismatched(_ name: String, _ type: String) -> APIError.Cause {
        APIError.Cause(
            .decodingFailed, "the header field \(name) of the response is not of the type \(type)",
            advice: "compare it with the spec; the field is in the error's `response`")
    }

    /// The fault for a success of a status that the spec does not list.
    public func unexpectedStatus() -> APIError.Cause {
        APIError.Cause(
            .status(status.code),
            "the server responded with \(status.text), which the spec does not list",
            advice: "add the status to `returns`",
            envelopeError: policy.envelopeError(in: self))
    }
}
