/// A cipher that also serves bodies that do not fit in memory, piece by piece.
///
/// Choose a ``PayloadCipher`` for messages that are in memory as a whole. If the spec says that an endpoint
/// uploads or streams, the argument of `Ciphers` for its cipher is a `StreamingCipher`, so that another one does
/// not compile. A cipher given by `with { }` is checked when the call is built.
///
/// ``PayloadCipher/seal(_:)`` then meets bodies of files and streams too, and replaces them by
/// ``HTTPBody/transformed(length:by:)``; a response is ``ByteStream/transformed(by:)``. Both take a
/// ``ByteTransform``, which changes a body piece by piece. ``PayloadCipher/open(_:of:to:)`` has to be there.
///
/// A cipher that has to see the whole of a response, such as a signer that verifies it, returns `false` for
/// ``PayloadCipher/opensStreams``.
public protocol StreamingCipher: PayloadCipher {
    /// Opens a streamed response.
    func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream
}

extension StreamingCipher {
    /// `true`.
    public var sealsStreams: Bool { true }
    /// `true`.
    public var opensStreams: Bool { true }
}

extension StreamingCipher where Self: CipherWrapper {
    /// As the other cipher has it.
    public var sealsStreams: Bool { wrapped.sealsStreams }
    /// As the other cipher has it.
    public var opensStreams: Bool { wrapped.opensStreams }
}
