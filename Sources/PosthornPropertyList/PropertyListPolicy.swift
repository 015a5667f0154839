import FoundationEssentials
public import PosthornCore

/// A policy for a body that is the value as a property list: XML in UTF-8, binary or the old text format.
///
/// A list that is nested more than 512 levels deep is rejected. So is a binary list that references an array
/// or a dictionary more than once.
public struct PropertyListPolicy: ResponsePolicy {
    /// The media types that the policy reads.
    ///
    /// The default is `application/x-plist`, `application/x-apple-plist`, `application/xml`, `text/xml` and
    /// `application/x-apple-binary-plist`.
    public var mediaTypes = [
        "application/x-plist", "application/x-apple-plist", "application/xml", "text/xml",
        "application/x-apple-binary-plist",
    ]

    /// Creates the policy.
    public init() {}

    /// `plist`.
    public var name: String { "plist" }

    /// Decodes the whole body.
    ///
    /// Returns `nil` for an optional type if the body is empty.
    /// - Throws: an `APIError.Cause` if the body is not a property list, or has another structure than the
    ///   type.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        guard !JSON.isEmpty(response.body) else { return try JSON.absent() }
        try PropertyListScreen.check(response.body)
        do {
            return try PropertyListDecoder().decode(type, from: response.body)
        } catch {
            throw APIError.Cause(
                .decodingFailed,
                PropertyListScreen.start
                    + DecodingCause.text(error, format: "property list", top: "the top level"),
                advice: "compare it with the spec; the bytes are in the error's `response`",
                underlying: error)
        }
    }

    /// Decodes the whole body if its media type is one of ``mediaTypes``.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value {
        try MediaType.require(self, in: response)
        return try decode(type, from: response)
    }
}

extension ResponsePolicy where Self == PropertyListPolicy {
    /// A policy for a body that is the value as a property list.
    public static var plist: PropertyListPolicy { PropertyListPolicy() }
}
