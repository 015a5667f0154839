/// A policy for text in the charset that the media type names, or else in UTF-8.
///
/// Use ``RawPolicy`` for bytes. A byte order mark overrides the charset, as in browsers.
public struct TextPolicy: ResponsePolicy {
    /// The media types that the policy reads; the default is `text/*`.
    public var mediaTypes = ["text/*"]

    /// Creates the policy.
    public init() {}

    /// `text`.
    public var name: String { "text" }

    /// Returns the text; `nil` for an optional text if the body is empty.
    /// - Throws: an ``APIError/Cause`` for any type other than `String`, for an unknown charset, and for
    ///   bytes that are not valid in the charset.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        guard type == String.self || type == String?.self else {
            throw APIError.Cause(
                .decodingFailed, "the policy text gives a String and not \(type)",
                advice: "let the endpoint return String, or give it another `response`")
        }
        if type == String?.self, response.body.isEmpty, let absent = String?.none as? Value {
            return absent
        }
        guard let text = try text(of: response) as? Value else {
            throw APIError.Cause(.decodingFailed, "the policy text gives a String and not \(type)")
        }
        return text
    }

    private func text(of response: TransportResponse) throws -> String {
        let field = response.headers[.contentType] ?? ""
        let name = MediaType.parameter("charset", of: field)
        guard let (charset, mark) = Charset.of(response.body, named: name) else {
            throw APIError.Cause(
                .decodingFailed,
                "\(Charset.shown(name ?? "")) is not known here",
                advice: "let the endpoint return Data with the policy raw, and decode it")
        }
        guard let text = try charset.text(response.body.dropFirst(mark)) else {
            throw APIError.Cause(
                .decodingFailed, "the body is not \(charset.name)",
                advice: "let the endpoint return Data with the policy raw")
        }
        return text
    }
}

extension ResponsePolicy where Self == TextPolicy {
    /// A policy for text in the charset that the media type names, or else in UTF-8.
    public static var text: TextPolicy { TextPolicy() }
}
