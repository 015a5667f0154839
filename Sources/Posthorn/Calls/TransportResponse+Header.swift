extension TransportResponse {
    /// Returns the value of a required header field.
    /// - Throws: an ``APIError/Cause`` if it is missing or not of the type.
    public func header<Value: HeaderValue>(
        _ name: String, as type: Value.Type = Value.self
    ) throws -> Value {
        if let value = try header(name, as: Value?.self) { return value }
        throw missing(name)
    }

    /// Returns the value of a header field; `nil` if the response does not have it.
    /// - Throws: an ``APIError/Cause`` if it is not of the type.
    public func header<Value: HeaderValue>(
        _ name: String, as type: Value?.Type = Value?.self
    ) throws -> Value? {
        guard let text = HTTPField.Name(name).flatMap({ headers[$0] }) else { return nil }
        if let value = Value(headerText: text) { return value }
        throw mismatched(name, "\(Value.self)")
    }

    /// Returns the value of a required header field in the given form.
    /// - Throws: an ``APIError/Cause`` if it is missing or does not have the form.
    public func header<Value: TextFormattable>(_ name: String, as form: Value.Form) throws -> Value
    {
        let value: Value? = try header(name, as: form)
        if let value { return value }
        throw missing(name)
    }

    /// Returns the value of a header field in the given form; `nil` if the response does not have it.
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

    /// Returns the error for a successful status that the spec does not list.
    public func unexpectedStatus() -> APIError.Cause {
        APIError.Cause(
            .status(status.code),
            "the server responded with \(status.text), which the spec does not list",
            advice: "add the status to `returns`", envelopeError: policy.envelopeError(in: self))
    }
}
