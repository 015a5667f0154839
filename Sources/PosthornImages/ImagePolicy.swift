public import PosthornCore

/// A policy for images: it reads format and size from the image's header.
///
/// The pixels are not decoded. See ``ImageFile``.
public struct ImagePolicy: ResponsePolicy {
    /// The media types that the policy reads; the default is `image/*`.
    public var mediaTypes = ["image/*"]

    /// Creates the policy.
    public init() {}

    /// `image`.
    public var name: String { "image" }

    /// Returns an ``ImageFile``, or its bytes as `Data`, validated in the same way.
    ///
    /// Returns `nil` for an optional type if the body is empty.
    /// - Throws: an `APIError.Cause` for any other type, and for bytes that are not a supported image.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        guard !JSON.isEmpty(response.body) else { return try JSON.absent() }
        let image = try ImageFile(response.body)
        if let value = image as? Value { return value }
        if let value = image.data as? Value { return value }
        throw APIError.Cause(
            .decodingFailed, "the policy image gives ImageFile or Data and not \(type)",
            advice: "let the endpoint return ImageFile")
    }
}

extension ResponsePolicy where Self == ImagePolicy {
    /// A policy for images: it reads format and size from the image's header.
    public static var image: ImagePolicy { ImagePolicy() }
}
