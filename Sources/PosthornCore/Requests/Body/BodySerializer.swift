public import FoundationEssentials

/// A format for the body of a request.
///
/// A serializer writes the fields or the value that an endpoint sets by ``RequestBuilder/body(_:)``, together
/// with the common parameters.
///
/// Use a serializer to change how a request's values are written. Use a ``PayloadCipher`` to change the bytes
/// that it has written, and a ``ResponsePolicy`` to read responses.
public protocol BodySerializer: Sendable {
    /// The media type of the written bytes.
    ///
    /// It is sent as `Content-Type`, unless the call sets that field.
    var mediaType: String { get }

    /// Returns the encoded bytes of a value, which has the common parameters among its members.
    ///
    /// - Throws: An error if the format can't represent the value. An ``APIError/Cause`` is reported
    ///   unchanged. Any other error fails the call with the code `encodingFailed`, as its underlying error.
    func bytes(of value: some Encodable & Sendable) throws -> Data
}
