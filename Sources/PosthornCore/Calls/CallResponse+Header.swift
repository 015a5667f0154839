extension CallResponse {
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
        guard let text = try headerText(name) else { return nil }
        if let value = Value(headerText: text) { return value }
        throw mismatched(name, "\(Value.self)")
    }

    /// Returns the values of a required header field that may occur several times, one for each line.
    ///
    /// A line that is a list itself is one value.
    /// - Throws: an ``APIError/Cause`` if there is none, or one is not of the type.
    public func header<Value: HeaderValue>(
        _ name: String, as type: [Value].Type = [Value].self
    ) throws -> [Value] {
        if let values = try header(name, as: [Value]?.self) { return values }
        throw missing(name)
    }

    /// Returns the values of a header field that may occur several times, one for each line; `nil` if there is none.
    /// - Throws: an ``APIError/Cause`` if one is not of the type.
    public func header<Value: HeaderValue>(
        _ name: String, as type: [Value]?.Type = [Value]?.self
    ) throws -> [Value]? {
        guard let lines = HTTPField.Name(name).map({ raw.headers[values: $0] }), !lines.isEmpty
        else {
            return nil
        }
        return try lines.map {
            guard let value = Value(headerText: $0) else { throw mismatched(name, "\(Value.self)") }
            return value
        }
    }

    /// Returns the value of a required header field in the given format.
    /// - Throws: an ``APIError/Cause`` if it is missing or does not have the format.
    public func header<Value: TextFormattable>(_ name: String, as format: Value.Format) throws
        -> Value
    {
        let value: Value? = try header(name, as: format)
        if let value { return value }
        throw missing(name)
    }

    /// Returns the value of a header field in the given format; `nil` if the response does not have it.
    /// - Throws: an ``APIError/Cause`` if it does not have the format.
    public func header<Value: TextFormattable>(_ name: String, as format: Value.Format) throws
        -> Value?
    {
        guard let text = try headerText(name) else { return nil }
        if let value = Value(headerText: text, as: format) { return value }
        throw mismatched(name, "\(Value.self) in the format \(format)")
    }

    /// Returns the values of the header fields whose names have the same start, by the rest of their names in small letters.
    ///
    /// - Parameter declared: Names of fields that are left out.
    /// - Throws: an ``APIError/Cause`` if a value is not of the type.
    @_spi(Generated) public func header<Value: HeaderValue>(
        prefix: String, besides declared: [String] = []
    ) throws -> [String: Value] {
        let start = prefix.lowercased()
        let declared = declared.map { $0.lowercased() }
        var values: [String: Value] = [:]
        for field in raw.headers {
            let name = field.name.canonicalName
            guard name.hasPrefix(start), name.utf8.count > start.utf8.count,
                !declared.contains(name)
            else { continue }
            let text = raw.headers.value(of: field.name) ?? field.value
            guard let value = Value(headerText: text) else {
                throw mismatched(prefix + "*", "\(Value.self)")
            }
            values[String(name.dropFirst(start.count))] = value
        }
        return values
    }

    /// The fields whose lines can't be joined, because a comma does not separate values (RFC 9110, section 5.3).
    private static let unjoinable = Set(
        [
            "Set-Cookie", "Content-Disposition", "Content-Location", "Content-Type", "Date", "ETag",
            "Expires", "Last-Modified", "Location", "Retry-After",
        ].compactMap { HTTPField.Name($0) })

    /// Returns the text of a header field, with its lines joined by commas.
    private func headerText(_ name: String) throws -> String? {
        guard let field = HTTPField.Name(name), let text = raw.headers.value(of: field) else {
            return nil
        }
        guard Self.unjoinable.contains(field), raw.headers[values: field].count > 1 else {
            return text
        }
        throw APIError.Cause(
            .decodingFailed,
            "the response has several header fields \(name), which can't be joined to one value",
            advice: "write `\(name): \"[String]\"` in the spec to read each of them")
    }

    private func missing(_ name: String) -> APIError.Cause {
        let isTrailer = raw.headers[.trailer]?.lowercased().contains(name.lowercased()) ?? false
        return APIError.Cause(
            .decodingFailed, "the response has no header field \(name)",
            advice: isTrailer
                ? "the server sends it as a trailer: leave it out of `returns`, and read the trailers of the "
                    + "call's task"
                : "write `\(name)?` under `headers` in the spec if it may be missing, in place of `tagged` too"
        )
    }

    private func mismatched(_ name: String, _ type: String) -> APIError.Cause {
        APIError.Cause(
            .decodingFailed, "the header field \(name) of the response is not of the type \(type)",
            advice: "compare it with the spec; the field is in the error's `response`")
    }

    /// Returns the error for a successful status that the spec does not list.
    @_spi(Generated) public func unexpectedStatus() -> APIError.Cause {
        APIError.Cause(
            .status(raw.status.code),
            "the server responded with \(raw.status.text), which the spec does not list",
            advice: "add the status to `returns`", envelopeError: policies.envelopeError(in: raw))
    }
}
