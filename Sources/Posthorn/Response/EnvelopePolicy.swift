import FoundationEssentials

/// The body is a JSON object that holds a code, a message and the value: `code/message/data`.
///
/// If the code of an accepted answer is not one of those for success, the call fails with
/// ``APIError/Code/rejected``, and the payload is not looked at. An answer with another status than
/// 200 to 299 fails with its status; ``APIError/rejection`` has what its envelope says.
///
/// A key is a path whose steps are separated by dots: `meta.code` is `{"meta": {"code": 0}}`. What
/// else the envelope holds is read with ``Response/value(at:as:)``.
public struct EnvelopePolicy: ResponsePolicy {
    /// The path of the code.
    public var code: String
    /// The path of the message.
    public var message: String
    /// The path of the value.
    public var payload: String
    /// The code that means success.
    public var success: EnvelopeCode
    /// Other codes that mean success; empty by default.
    public var alternatives: [EnvelopeCode]
    /// How the JSON is read: media types, null values, prefixes, decoder.
    public var json = JSONPolicy()

    /// Creates the policy from the paths of the envelope and the codes that mean success.
    public init(
        code: String, message: String, payload: String, success: EnvelopeCode,
        alternatives: [EnvelopeCode] = []
    ) {
        self.code = code
        self.message = message
        self.payload = payload
        self.success = success
        self.alternatives = alternatives
    }

    /// Whether a code means success.
    func succeeds(_ code: EnvelopeCode) -> Bool { code == success || alternatives.contains(code) }

    /// `envelope`.
    public var name: String { "envelope" }

    /// Those of ``json``.
    public var mediaTypes: [String] { json.mediaTypes }

    /// Checks the code and decodes the payload.
    public func value<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try JSON.decode(type, from: response.body, by: json, in: self)
    }

    /// Decodes the whole body, envelope and all.
    public func failure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try json.failure(type, from: response)
    }

    /// Checks the code.
    ///
    /// A body with nothing in it passes: there is no envelope in a 204.
    public func acknowledge(_ response: TransportResponse) throws {
        let body = try json.prepared(response.body)
        guard !JSON.isEmpty(body) else { return }
        try MediaType.require(mediaTypes, in: response)
        try body.withUnsafeBytes { bytes in
            try JSON.read(bytes.assumingMemoryBound(to: UInt8.self)) { try check(&$0) }
        }
    }

    /// Code and message of an envelope, whatever the status.
    public func rejection(in response: TransportResponse) -> APIError.Rejection? {
        guard let body = try? json.prepared(response.body), !JSON.isEmpty(body) else { return nil }
        let found = try? body.withUnsafeBytes { bytes in
            try JSON.read(bytes.assumingMemoryBound(to: UInt8.self)) { try codeAndMessage(&$0) }
        }
        guard let found, let code = found.code, !succeeds(code) else { return nil }
        return APIError.Rejection(code: code.description, message: found.message)
    }

    /// The fault for a code that does not mean success.
    func rejected(_ code: EnvelopeCode, message: String) -> APIError.Cause {
        let rejection = APIError.Rejection(code: code.description, message: message)
        if let meant = ([success] + alternatives).first(where: { $0.description == "\(code)" }) {
            return APIError.Cause(
                .rejected,
                "the backend's code is \(code.kindAndValue), and success is "
                    + meant.kindAndValue,
                advice: "write `success: \(code.literal)` if this code means success",
                rejection: rejection)
        }
        return APIError.Cause(
            .rejected, "the backend refused with code \(code.shown)",
            advice: "see the error's `rejection` for its message", rejection: rejection)
    }
}

extension ResponsePolicy where Self == EnvelopePolicy {
    /// The body is a JSON object that holds a code, a message and the value.
    /// - Parameters:
    ///   - code: The path of the code, such as `code` or `meta.code`.
    ///   - message: The path of the message.
    ///   - payload: The path of the value.
    ///   - success: The code that means success: a number, a string or a Boolean.
    ///   - alternatives: Other codes that do.
    public static func envelope(
        code: String, message: String, payload: String, success: EnvelopeCode,
        _ alternatives: EnvelopeCode...
    ) -> EnvelopePolicy {
        EnvelopePolicy(
            code: code, message: message, payload: payload, success: success,
            alternatives: alternatives)
    }
}
