/// The body is the value, as JSON.
public struct JSONPolicy: ResponsePolicy {
    /// Creates the policy.
    public init() {}

    /// `json`.
    public var name: String { "json" }

    /// `application/json`, `text/json` and all types with the suffix `+json`.
    public var mediaTypes: [String] { JSON.mediaTypes }

    /// Decodes the whole body.
    public func value<Value: Decodable>(
        _ type: Value.Type, from response: ReceivedResponse
    ) throws -> Value {
        try JSON.decode(type, from: response.body)
    }
}

extension ResponsePolicy where Self == JSONPolicy {
    /// The body is the value, as JSON.
    public static var json: JSONPolicy { JSONPolicy() }
}
