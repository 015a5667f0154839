import Foundation
public import PosthornCore

/// A response can be thrown in the closure of a ``StubRule`` for an endpoint.
extension StubResponse: Error {}

extension StubResponse {
    /// Creates a response with a value as its JSON body, 200 by default.
    ///
    /// The body is the value alone, without an envelope.
    /// - Throws: Nothing; a value that JSON can't represent becomes a failure with the code `stubFailed`.
    public static func json(
        _ value: some Encodable & Sendable, status: HTTPResponse.Status = .ok
    ) -> StubResponse {
        do {
            let body = try BodySerializer.json.bytes(of: value)
            return bytes(body, type: "application/json", status: status)
        } catch {
            return failure(.stubFailed("the value of a stub can't be encoded: \(error)", error))
        }
    }

    /// Creates the response of a server, with its body in one piece.
    init(_ response: TransportResponse) {
        self.init(
            status: response.status, headers: response.headers,
            pieces: response.body.isEmpty ? [] : [response.body])
        trailers = response.trailers
    }

    init(encoding value: some Encodable & Sendable, by policy: any ResponsePolicy) throws {
        guard let response = try Self.encode(value, by: policy) else {
            throw TransportError.stubFailed(
                "a stub can't encode a value of \(type(of: value)) for the response policy \(policy.name)",
                advice: "write the rule with `{ call, request in … }` and return a StubResponse")
        }
        self = response
    }

    private static func encode(
        _ value: some Encodable & Sendable, by policy: any ResponsePolicy
    ) throws -> StubResponse? {
        switch policy {
        case let policy as JSONPolicy:
            return bytes(try BodySerializer.json.bytes(of: value), type: mediaType(for: policy))
        case let policy as EnvelopePolicy:
            return bytes(
                try policy.envelope(around: BodySerializer.json.bytes(of: value)),
                type: mediaType(for: policy))
        case is TextPolicy:
            return (value as? String).map { text($0) }
        case is RawPolicy:
            if let text = value as? String { return .text(text) }
            return (value as? Data).map { bytes($0) }
        case let policy as CompoundPolicy:
            for policy in policy.policies {
                if let response = try encode(value, by: policy) { return response }
            }
            return nil
        case let wrapper as any ResponsePolicyWrapper:
            return try encode(value, by: wrapper.wrapped)
        default: return nil
        }
    }

    /// The first media type of a policy that is no pattern.
    private static func mediaType(for policy: any ResponsePolicy) -> String {
        policy.mediaTypes.first { !$0.contains("*") } ?? "application/json"
    }
}

extension EnvelopePolicy {
    /// Returns an envelope with the code of success around a payload.
    fileprivate func envelope(around payload: Data) throws -> Data {
        var envelope = JSONValue.object([:])
        envelope.set(try JSONReader.read(JSONValue.self, from: [UInt8](payload)), at: self.payload)
        // A message may be inside the member that shows a failure.
        if let message, error == nil { envelope.set(.string(""), at: message) }
        if let code, let success = success ?? alternatives.first {
            let value: JSONValue =
                switch success {
                case .number(let number): .number(JSONValue.Number(number))
                case .text(let text): .string(text)
                case .bool(let bool): .bool(bool)
                }
            envelope.set(value, at: code)
        }
        return try envelope.document()
    }
}

extension JSONValue {
    /// Sets the member at a path whose steps are separated by dots.
    fileprivate mutating func set(_ value: JSONValue, at path: String) {
        set(value, at: path.split(separator: ".").map(String.init)[...])
    }

    private mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let first = path.first else {
            self = value
            return
        }
        var members = object ?? [:]
        var member = members[first] ?? .object([:])
        member.set(value, at: path.dropFirst())
        members[first] = member
        self = .object(members)
    }
}
