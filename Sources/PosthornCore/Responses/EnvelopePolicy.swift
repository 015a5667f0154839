import FoundationEssentials

/// A policy for a JSON object around the value, such as `code/message/data`.
///
/// If the code of an accepted response does not mean success, the call fails with `APIError.Code.rejected`,
/// and the payload is not decoded. A response with a status outside 200 to 299 fails with its status.
/// ``APIError/envelopeError`` then contains the code and the message of its envelope.
///
/// An envelope can name the member that shows a failure, such as `{"error": {…}}`: a response with such a member
/// is refused. An envelope with neither a code nor such a member, such as `{"data": …}`, is only unwrapped. A
/// response without its payload then fails, unless the output is optional.
///
/// A key is a path whose steps are separated by dots: `meta.code` is `{"meta": {"code": 0}}`. Use
/// ``APIResponse/value(at:as:)`` to read the other members of the envelope.
public struct EnvelopePolicy: ResponsePolicy {
    /// The path of the code; `nil` for an envelope without a code.
    public var code: String?
    /// The path of the message; `nil` for an envelope without a message.
    public var message: String?
    /// The path of the value.
    public var payload: String
    /// The path of the member that shows a failure; `nil`, the default, if no member shows one.
    ///
    /// A response that has it is refused. A member that is `null`, `false`, `0`, or an empty text, list or object
    /// counts as absent. A failure documented by its code is decoded from this member instead of the payload.
    public var error: String?
    /// The code that means success, if there is a ``code``; `nil` for only the ``alternatives``.
    public var success: EnvelopeCode?
    /// Other codes that mean success; empty by default.
    public var alternatives: [EnvelopeCode]
    /// Whether a response without its ``code``, or with `null`, is a success; the default is `false`.
    public var allowsMissingCode = false
    /// The options for reading the JSON: media types, null values, prefixes, decoder.
    public var json = JSONPolicy()
    /// Whether the payload is decoded whatever the code is.
    private var takesAnyCode = false

    /// Creates a policy for an envelope without a code.
    /// - Parameter payload: The path of the value.
    public init(payload: String) {
        self.payload = payload
        alternatives = []
    }

    /// Creates the policy from the paths of the envelope and the codes that mean success.
    public init(
        code: String, message: String? = nil, payload: String, success: EnvelopeCode,
        alternatives: [EnvelopeCode] = []
    ) {
        self.code = code
        self.message = message
        self.payload = payload
        self.success = success
        self.alternatives = alternatives
    }

    /// Whether the code of a response means success.
    ///
    /// - Parameter found: `nil` if the response has no code.
    func succeeds(_ found: EnvelopeCode?) -> Bool {
        guard let found else { return code == nil || allowsMissingCode }
        return takesAnyCode || found == success || alternatives.contains(found)
    }

    /// `envelope`.
    public var name: String { "envelope" }

    /// The media types of ``json``.
    public var mediaTypes: [String] { json.mediaTypes }

    /// Checks the code and decodes the payload.
    /// - Throws: an ``APIError/Cause`` with the code `rejected` if the code does not mean success.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try json.prepared(response.body).withUnsafeBytes { bytes in
            try JSONPolicy.read(bytes) { reader in
                try open(&reader) { reader in try json.value(type, of: &reader) }
            }
        }
    }

    /// Decodes a documented failure.
    ///
    /// If the envelope's code documents the failure, its ``error`` or else its payload is decoded, otherwise the
    /// whole body with its envelope.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value {
        // A lower layer has found the code, and knows the payload beside it.
        if code != nil, !findsFailures { throw APIError.Cause.unreadFailure(by: self) }
        try MediaType.require(self, in: response)
        guard code != nil else { return try json.decode(type, from: response) }
        var policy = self
        policy.takesAnyCode = true
        (policy.payload, policy.error) = (error ?? payload, nil)
        return try policy.decode(type, from: response)
    }

    /// Whether the envelope tells success from failure.
    var findsFailures: Bool { code != nil || error != nil }

    /// Checks the envelope of a response whose payload is not needed.
    ///
    /// An empty body passes, because a 204 response has no envelope. With neither a ``code`` nor an ``error``, the
    /// envelope needs its payload, and a body of another media type passes.
    public func validateEmpty(_ response: TransportResponse) throws {
        guard !JSON.isEmpty(response.body) else { return }
        var response = response
        if findsFailures {
            if try MediaType.require(self, in: response) { response = try response.inUTF8() }
        } else if (try? MediaType.require(self, in: response)) == nil {
            return
        }
        let body = try json.prepared(response.body)
        guard !JSON.isEmpty(body) else { return }
        try body.withUnsafeBytes { bytes in try JSONPolicy.read(bytes) { try check(&$0) } }
    }

    /// Returns the code and the message of an envelope, whatever the status.
    ///
    /// Returns `nil` if the envelope shows no failure. An envelope with neither a code nor an ``error`` leaves it
    /// to the policy of the next layer.
    public func envelopeError(in response: TransportResponse) throws -> APIError.EnvelopeError? {
        guard findsFailures else { throw APIError.Cause.unreadFailure(by: self) }
        guard let body = try? json.prepared(response.body), !JSON.isEmpty(body) else { return nil }
        return try? body.withUnsafeBytes { bytes in try JSONPolicy.read(bytes) { try refusal(&$0) }
        }
    }

    /// Returns ``payload``, or ``error`` for a response that the envelope refuses.
    public func payloadPath(in response: TransportResponse) throws -> String? {
        try error != nil && envelopeError(in: response) != nil ? error : payload
    }

    /// Returns ``json``.
    public func jsonPolicy(for mediaType: String?) -> JSONPolicy? { json }

    /// Returns the error for an envelope that shows a failure.
    func rejected(_ envelopeError: APIError.EnvelopeError) -> APIError.Cause {
        let code = envelopeError.code
        let meant = ([success].compactMap(\.self) + alternatives).first {
            $0 != code && $0.description == code.description
        }
        if let meant {
            return APIError.Cause(
                .rejected,
                "the backend's code is \(code.kindAndValue), and success is "
                    + meant.kindAndValue,
                advice: "write `success: \(code.literal)` if this code means success",
                envelopeError: envelopeError)
        }
        // An object or a list in place of a text or a number.
        let what = error != nil && code == true ? "the member \(error ?? "")" : code.inWords
        return APIError.Cause(
            .rejected, "the backend refused with \(what)",
            advice: "see the error's `envelopeError` for its message", envelopeError: envelopeError)
    }
}

extension ResponsePolicy where Self == EnvelopePolicy {
    /// Returns a policy for a JSON object that contains the value and no code, such as `{"data": …}`.
    /// - Parameter payload: The path of the value.
    public static func envelope(payload: String) -> EnvelopePolicy {
        EnvelopePolicy(payload: payload)
    }

    /// Returns a policy for a JSON object that contains the value, or a member that shows a failure.
    /// - Parameters:
    ///   - message: The path of the message; `nil` if the envelope has none.
    ///   - payload: The path of the value.
    ///   - error: The path of the member that shows a failure, such as `error`.
    public static func envelope(
        message: String? = nil, payload: String, error: String
    ) -> EnvelopePolicy {
        var policy = EnvelopePolicy(payload: payload)
        (policy.message, policy.error) = (message, error)
        return policy
    }

    /// Returns a policy for a JSON object that contains a code, the value and perhaps a message.
    /// - Parameters:
    ///   - code: The path of the code, such as `code` or `meta.code`.
    ///   - message: The path of the message; `nil` if the envelope has none.
    ///   - payload: The path of the value.
    ///   - error: The path of the member that shows a failure; `nil` if the code alone shows it.
    ///   - success: The code that means success: a number, a string or a Boolean. `nil` if a response without a
    ///     code is a success.
    ///   - alternatives: Other codes that mean success, or `nil`.
    public static func envelope(
        code: String, message: String? = nil, payload: String, error: String? = nil,
        success: EnvelopeCode?, _ alternatives: EnvelopeCode?...
    ) -> EnvelopePolicy {
        var policy = EnvelopePolicy(payload: payload)
        (policy.code, policy.message, policy.error) = (code, message, error)
        (policy.success, policy.alternatives) = (success, alternatives.compactMap(\.self))
        policy.allowsMissingCode = success == nil || alternatives.contains { $0 == nil }
        return policy
    }
}
