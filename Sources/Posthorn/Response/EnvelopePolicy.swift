import FoundationEssentials

/// The body is a JSON object that holds a code, a message and the value: `code/message/data`.
///
/// The code of an accepted answer is read first. If it is not the one for success, the call fails
/// with ``APIError/Code/rejected``, and the payload is not looked at. An answer with another status
/// than 200 to 299 fails with its status, whatever its envelope says.
public struct EnvelopePolicy: ResponsePolicy {
    /// The key of the code.
    public var code: String
    /// The key of the message.
    public var message: String
    /// The key of the value.
    public var payload: String
    /// The code that means success.
    public var success: EnvelopeCode

    /// Creates the policy from the keys of the envelope.
    public init(code: String, message: String, payload: String, success: EnvelopeCode) {
        self.code = code
        self.message = message
        self.payload = payload
        self.success = success
    }

    /// `envelope`.
    public var name: String { "envelope" }

    /// `application/json`, `text/json` and all types with the suffix `+json`.
    public var mediaTypes: [String] { JSON.mediaTypes }

    /// Checks the code and decodes the payload.
    public func value<Value: Decodable>(
        _ type: Value.Type, from response: ReceivedResponse
    ) throws -> Value {
        try JSON.decode(Opened<Value>.self, from: response.body, with: self).payload
    }

    /// Checks the code.
    ///
    /// An empty body passes: there is no envelope in a 204.
    public func acknowledge(_ response: ReceivedResponse) throws {
        guard !response.body.isEmpty else { return }
        try MediaType.require(mediaTypes, in: response)
        _ = try JSON.decode(Checked.self, from: response.body, with: self)
    }

    /// The fault for a code that does not mean success.
    func rejection(_ code: EnvelopeCode, message: String) -> CallFault {
        CallFault(
            .rejected, "the backend refused with code \(code.shown)",
            advice: "see the error's `rejection` for its message",
            rejection: APIError.Rejection(code: code.description, message: message))
    }

    // swift-format-ignore: NeverForceUnwrap
    // The initializer never fails; it is optional by the protocol alone.
    static let userInfoKey = CodingUserInfoKey(rawValue: "posthorn.envelope")!

    /// An envelope whose code is good, with its payload.
    private struct Opened<Payload: Decodable>: Decodable {
        let payload: Payload

        init(from decoder: any Decoder) throws {
            let (policy, container) = try Checked.check(decoder)
            let key = AnyKey(stringValue: policy.payload)
            // `decode` of an optional takes null as nil; a missing key counts as null for it.
            if !container.contains(key), let absent = Optional<Never>.none as? Payload {
                payload = absent
            } else {
                payload = try container.decode(Payload.self, forKey: key)
            }
        }
    }

    /// An envelope whose code is good.
    private struct Checked: Decodable {
        init(from decoder: any Decoder) throws { _ = try Self.check(decoder) }

        static func check(
            _ decoder: any Decoder
        ) throws -> (EnvelopePolicy, KeyedDecodingContainer<AnyKey>) {
            guard let policy = decoder.userInfo[userInfoKey] as? EnvelopePolicy else {
                throw CallFault(.decodingFailed, "an envelope was decoded without its policy")
            }
            let container = try decoder.container(keyedBy: AnyKey.self)
            let code = try container.decode(
                EnvelopeCode.self, forKey: AnyKey(stringValue: policy.code))
            guard code == policy.success else {
                let key = AnyKey(stringValue: policy.message)
                let message = (try? container.decodeIfPresent(String.self, forKey: key)) ?? ""
                throw policy.rejection(code, message: message)
            }
            return (policy, container)
        }
    }
}

extension ResponsePolicy where Self == EnvelopePolicy {
    /// The body is a JSON object that holds a code, a message and the value.
    /// - Parameters:
    ///   - code: The key of the code.
    ///   - message: The key of the message.
    ///   - payload: The key of the value.
    ///   - success: The code that means success, a number or a string.
    public static func envelope(
        code: String, message: String, payload: String, success: EnvelopeCode
    ) -> EnvelopePolicy {
        EnvelopePolicy(code: code, message: message, payload: payload, success: success)
    }
}

/// The code of an envelope: a number or a string, as JSON has it.
public enum EnvelopeCode: Hashable, Sendable {
    /// A number such as `0`.
    case number(Int)
    /// A string such as `"OK"`.
    case text(String)
}

extension EnvelopeCode: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// A number.
    public init(integerLiteral value: Int) { self = .number(value) }
    /// A string.
    public init(stringLiteral value: String) { self = .text(value) }
}

extension EnvelopeCode: CustomStringConvertible {
    /// The code as text.
    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}

extension EnvelopeCode {
    // A code is the server's text: as it stands it could forge a line of a log, or fill one.
    fileprivate var shown: String {
        let text = description
        let isPlain = text.utf8.count <= 64 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
        return isPlain ? text : "that is no plain word"
    }
}

extension EnvelopeCode: Decodable {
    /// Reads a number or a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath, debugDescription: "a number or a string")
            throw container.decodeNil()
                ? DecodingError.valueNotFound(EnvelopeCode.self, context)
                : DecodingError.typeMismatch(EnvelopeCode.self, context)
        }
    }
}
