import FoundationEssentials

/// The body as it is: `Data`, or `String` if it is UTF-8.
public struct RawPolicy: ResponsePolicy {
    /// Creates the policy.
    public init() {}

    /// `raw`.
    public var name: String { "raw" }

    /// The bytes or the text.
    /// - Throws: a ``CallFault`` for every other type and for text that is not UTF-8.
    public func value<Value: Decodable>(
        _ type: Value.Type, from response: ReceivedResponse
    ) throws -> Value {
        if let data = response.body as? Value { return data }
        guard type == String.self else {
            throw CallFault(
                .decodingFailed, "the policy raw gives Data or String and not \(type)",
                advice: "give the endpoint `response: json`, or let it return Data")
        }
        guard let text = String(validating: response.body, as: UTF8.self) as? Value else {
            throw CallFault(
                .decodingFailed, "the body is not UTF-8", advice: "let the endpoint return Data")
        }
        return text
    }
}

extension ResponsePolicy where Self == RawPolicy {
    /// The body as it is: `Data`, or `String` if it is UTF-8.
    public static var raw: RawPolicy { RawPolicy() }
}
