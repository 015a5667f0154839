/// A policy that returns the body unchanged: as `Data`, or as `String` if it is UTF-8.
public struct RawPolicy: ResponsePolicy {
    /// Creates the policy.
    public init() {}

    /// `raw`.
    public var name: String { "raw" }

    /// Returns the bytes or the text; `nil` for an optional text if the body is empty.
    /// - Throws: an ``APIError/Cause`` for any other type, and for text that is not UTF-8.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        if let data = response.body as? Value { return data }
        guard type == String.self || type == String?.self else {
            throw APIError.Cause(
                .decodingFailed, "the policy raw gives Data or String and not \(type)",
                advice: "give the endpoint `response: json`, or let it return Data")
        }
        if type == String?.self, response.body.isEmpty, let absent = String?.none as? Value {
            return absent
        }
        guard let text = String(validating: response.body, as: UTF8.self),
            let value = text as? Value
        else {
            throw APIError.Cause(
                .decodingFailed, "the body is not UTF-8", advice: "let the endpoint return Data")
        }
        return value
    }
}

extension ResponsePolicy where Self == RawPolicy {
    /// A policy that returns the body unchanged: as `Data`, or as `String` if it is UTF-8.
    public static var raw: RawPolicy { RawPolicy() }
}
