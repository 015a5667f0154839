import FoundationEssentials
@_spi(Generated) public import PosthornCore

extension ServerCall {
    /// Makes the response with a value.
    ///
    /// - Parameter policy: The policy that reads the value; `nil`, the default, for that of the service.
    @_spi(Generated) public func reply(
        _ value: some Encodable, status: Int = 200,
        by policy: (any ResponsePolicy)? = nil
    ) throws -> TransportResponse {
        let policy = policy ?? self.policy
        guard var response = try TransportResponse(encoding: value, by: policy) else {
            throw APIError.Cause(
                .encodingFailed, "no body can be written for the response policy \(policy.name)")
        }
        response.status = .init(code: status)
        return response
    }

    /// Makes the response without a value: an envelope with its code, or no body.
    @_spi(Generated) public func reply(
        status: Int? = nil, by policy: (any ResponsePolicy)? = nil
    ) throws -> TransportResponse {
        guard let envelope = (policy ?? self.policy) as? EnvelopePolicy, envelope.code != nil,
            status.map({ $0 != 204 && $0 != 304 }) ?? true
        else { return TransportResponse(status: .init(code: status ?? 204)) }
        return TransportResponse(
            status: .init(code: status ?? 200), headers: [.contentType: "application/json"],
            body: try envelope.envelope(around: nil))
    }

    /// Makes the response with a value of JSON in each line.
    @_spi(Generated) public func reply(
        lines values: [some Encodable]
    ) throws -> TransportResponse {
        let lines = try values.map { try JSON.body(of: $0) + Data("\n".utf8) }
        return TransportResponse(
            status: .ok, headers: [.contentType: "application/x-ndjson"], body: Data(lines.joined())
        )
    }

    /// Makes the response of a failure that is documented by its status.
    ///
    /// - Parameter policy: The policy that reads the value; `nil`, the default, for JSON.
    @_spi(Generated) public func failure<Value>(
        _ status: Int, _ failure: Documented<Value>, by policy: (any ResponsePolicy)? = nil
    ) throws -> TransportResponse {
        let value = failure.value
        if value is Void { return TransportResponse(status: .init(code: status)) }
        if let data = value as? Data, policy == nil {
            return try reply(data, status: status, by: RawPolicy())
        }
        guard let value = value as? any Encodable else {
            throw APIError.Cause(.encodingFailed, "the type of a failure is not `Encodable`")
        }
        // A failure has no envelope: its status tells that it is one.
        return try reply(value, status: status, by: policy ?? JSONPolicy())
    }

    /// Makes the response of a failure that is documented by the envelope's code, with the status 200.
    @_spi(Generated) public func failure<Value>(
        code: EnvelopeCode, _ failure: Documented<Value>, by policy: (any ResponsePolicy)? = nil
    ) throws -> TransportResponse {
        guard let envelope = (policy ?? self.policy) as? EnvelopePolicy else {
            throw APIError.Cause(.encodingFailed, "a failure with a code has an envelope")
        }
        let payload = try (failure.value as? any Encodable).map { try JSON.body(of: $0) }
        return TransportResponse(
            status: .ok, headers: [.contentType: "application/json"],
            body: try envelope.envelope(
                around: payload, code: code, message: failure.apiError.message, isFailure: true))
    }
}

extension TransportResponse {
    /// Sets a header field of a response.
    /// - Throws: An `APIError.Cause` if the value can't be in a header field.
    @_spi(Generated) public mutating func header(
        _ name: String, _ value: (some ParameterValue)?
    ) throws {
        if let value { try setField(name, [value.parameterText()]) }
    }

    /// Sets a header field with a line for each element.
    @_spi(Generated) public mutating func header(
        _ name: String, _ values: [some ParameterValue]?
    ) throws {
        if let values { try setField(name, values.map { try $0.parameterText() }) }
    }

    /// Sets a header field to a value in a format.
    @_spi(Generated) public mutating func header<Value: TextFormattable>(
        _ name: String, _ value: Value?, as format: Value.Format
    ) throws {
        if let value { try setField(name, [value.parameterText(as: format)]) }
    }

    /// Sets the header fields whose names have the same start.
    @_spi(Generated) public mutating func header(
        prefix: String, _ values: [String: some ParameterValue]
    ) throws {
        for (name, value) in values { try setField(prefix + name, [value.parameterText()]) }
    }

    private mutating func setField(_ name: String, _ texts: [String]) throws {
        guard let field = HTTPField.Name(name), texts.allSatisfy(HTTPField.isValidValue) else {
            throw APIError.Cause(
                .invalidParameter, "the header field \(name) of the response can't be sent",
                advice: "remove line breaks and other controls from its name and value")
        }
        headers[values: field] = texts
    }
}
