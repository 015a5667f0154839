/// A cipher that also seals and opens bodies piece by piece, so they need not fit in memory.
///
/// Use a plain ``PayloadCipher`` for messages that are in memory as a whole. If a spec says that an endpoint
/// uploads or streams, the argument of `Ciphers` for its cipher is a `StreamingCipher`, so another cipher
/// does not compile. A cipher set by `with { }` is checked when the call is built.
///
/// ``PayloadCipher/seal(_:)`` also gets bodies of files and streams and replaces them with
/// ``HTTPBody/transformed(length:by:)``. ``PayloadCipher/open(_:of:to:)`` is required and returns
/// ``ByteStream/transformed(by:)``. Both take a ``ByteTransform``, which changes a body piece by piece.
///
/// A cipher that must see the whole response, such as a signer that verifies it, returns `false` for
/// ``PayloadCipher/opensStreams``.
public protocol StreamingCipher: PayloadCipher {
    /// Opens a streamed response, as described at ``PayloadCipher/open(_:of:to:)``.
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
    /// Whether the wrapped cipher seals streams.
    public var sealsStreams: Bool { wrapped.sealsStreams }
    /// Whether the wrapped cipher opens streams.
    public var opensStreams: Bool { wrapped.opensStreams }
}
