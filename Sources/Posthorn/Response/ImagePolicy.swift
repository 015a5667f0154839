/// The body is a picture, whose header is looked at: see ``ImageFile``.
///
/// Pixels are not decoded; that is another library's work.
public struct ImagePolicy: ResponsePolicy {
    /// The media types that it reads; the default is `image/*`.
    public var mediaTypes = ["image/*"]

    /// Creates the policy.
    public init() {}

    /// `image`.
    public var name: String { "image" }

    /// An ``ImageFile``, or its bytes as `Data`, checked in the same way.
    /// - Throws: an ``APIError/Cause`` for every other type and for bytes that are no picture.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        guard !JSON.isEmpty(response.body) else {
            if let absent = Optional<Never>.none as? Value { return absent }
            throw APIError.Cause(
                .decodingFailed, "the response has no body",
                advice: "ask the server for the picture")
        }
        let image = try ImageFile(response.body)
        if let value = image as? Value { return value }
        if let value = image.data as? Value { return value }
        throw APIError.Cause(
            .decodingFailed, "the policy image gives ImageFile or Data and not \(type)",
            advice: "let the endpoint return ImageFile")
    }
}

extension ResponsePolicy where Self == ImagePolicy {
    /// The body is a picture, whose header is looked at.
    public static var image: ImagePolicy { ImagePolicy() }
}
