import FoundationEssentials

/// A policy for a JSON object around the value, such as `code/message/data`.
///
/// If the code of an accepted response does not mean success, the call fails with ``APIError/Code/rejected``,
/// and the payload is not decoded. A response with a status outside 200 to 299 fails with its status.
/// ``APIError/envelopeError`` then contains the code and the message of its envelope.
///
/// An envelope without a code, such as `{"data": …}`, is only unwrapped.
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
    /// The code that means success, if there is a ``code``; `nil` for only the ``alternatives``.
    public var success: EnvelopeCode?
    /// Other codes that mean success; empty by default.
    public var alternatives: [EnvelopeCode]
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

    /// Whether the code that was read means success.
    ///
    /// - Parameter found: `nil` before a code has been read, which succeeds only without a ``code``.
    func succeeds(_ found: EnvelopeCode?) -> Bool {
        guard let found else { return code == nil }
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
        try JSON.decode(type, from: response.body, by: json, in: self)
    }

    /// Decodes a documented failure.
    ///
    /// If the envelope's code documents the failure, the payload is decoded, otherwise the whole body with
    /// its envelope.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        guard response.isRefusedByCode else { return try json.decodeFailure(type, from: response) }
        // A lower layer has found the code, and knows the payload beside it.
        if code == nil, let below = response.below {
            return try below.policy.decodeFailure(type, from: below)
        }
        try MediaType.require(mediaTypes, in: response)
        var policy = self
        policy.takesAnyCode = true
        return try policy.decode(type, from: response)
    }

    /// Checks the code of a response whose payload is not needed.
    ///
    /// An empty body passes, because a 204 response has no envelope. Without a ``code``, each body passes.
    public func validateEmpty(_ response: TransportResponse) throws {
        guard code != nil else { return }
        let body = try json.prepared(response.body)
        guard !JSON.isEmpty(body) else { return }
        try MediaType.require(mediaTypes, in: response)
        try body.withUnsafeBytes { bytes in
            try JSON.read(bytes.assumingMemoryBound(to: UInt8.self)) { try check(&$0) }
        }
    }

    /// Returns the code and the message of an envelope, whatever the status.
    ///
    /// Returns `nil` if the body has no code, or one that means success. An envelope without a code leaves it
    /// to the policy of the next layer.
    public func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? {
        guard code != nil else { return response.below.flatMap { $0.policy.envelopeError(in: $0) } }
        guard let body = try? json.prepared(response.body), !JSON.isEmpty(body) else { return nil }
        let found = try? body.withUnsafeBytes { bytes in
            try JSON.read(bytes.assumingMemoryBound(to: UInt8.self)) { try codeAndMessage(&$0) }
        }
        guard let found, let code = found.code, !succeeds(code) else { return nil }
        return APIError.EnvelopeError(code: code, message: found.message)
    }

    /// Returns ``payload``.
    public func payloadPath(in response: TransportResponse) throws -> String? { payload }

    /// Returns ``json``.
    public func jsonPolicy(for mediaType: String?) -> JSONPolicy? { json }

    /// Returns the error for a code that does not mean success.
    func rejected(_ code: EnvelopeCode, message: String) -> APIError.Cause {
        let envelopeError = APIError.EnvelopeError(code: code, message: message)
        let meant = ([success].compactMap(\.self) + alternatives).first {
            $0.description == code.description
        }
        if let meant {
            return APIError.Cause(
                .rejected,
                "the backend's code is \(code.kindAndValue), and success is "
                    + meant.kindAndValue,
                advice: "write `success: \(code.literal)` if this code means success",
                envelopeError: envelopeError)
        }
        return APIError.Cause(
            .rejected, "the backend refused with \(code.inWords)",
            advice: "see the error's `envelopeError` for its message", envelopeError: envelopeError)
    }
}

extension ResponsePolicy where Self == EnvelopePolicy {
    /// Returns a policy for a JSON object that contains the value and no code, such as `{"data": …}`.
    /// - Parameter payload: The path of the value.
    public static func envelope(payload: String) -> EnvelopePolicy {
        EnvelopePolicy(payload: payload)
    }

    /// Returns a policy for a JSON object that contains a code, the value and perhaps a message.
    /// - Parameters:
    ///   - code: The path of the code, such as `code` or `meta.code`.
    ///   - message: The path of the message; `nil` if the envelope has none.
    ///   - payload: The path of the value.
    ///   - success: The code that means success: a number, a string or a Boolean.
    ///   - alternatives: Other codes that mean success.
    public static func envelope(
        code: String, message: String? = nil, payload: String, success: EnvelopeCode,
        _ alternatives: EnvelopeCode...
    ) -> EnvelopePolicy {
        EnvelopePolicy(
            code: code, message: message, payload: payload, success: success,
            alternatives: alternatives)
    }
}
