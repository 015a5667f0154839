public import FoundationEssentials

/// Writes the body of a request: what an endpoint sets by ``RequestBuilder/body(_:)`` and the
/// parameters that are common to all.
///
/// Choose a serializer to change what a request's values look like on the wire; choose a
/// ``PayloadCipher`` to change the bytes that it has written, and a ``ResponsePolicy`` to read answers.
public protocol BodySerializer: Sendable {
    /// The media type of what it writes.
    ///
    /// It is sent as `Content-Type`, unless the call sets another.
    var mediaType: String { get }

    /// The bytes of a value, whose common parameters are among its members.
    /// - Throws: when the format does not have the value. An ``APIError/Cause`` is shown as it is; any other
    ///   error is a cause that is not shown.
    func bytes(of value: some Encodable & Sendable) throws -> Data
}
