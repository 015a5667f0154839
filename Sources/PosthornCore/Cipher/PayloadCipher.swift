/// A strategy that seals what a call sends and opens what it receives.
///
/// Use a cipher to change the bytes of a message. Use a ``ResponsePolicy`` to interpret the opened bytes. A
/// cipher is a value that holds its keys. All calls of a client share it, and many tasks use it at the same
/// time.
///
/// A new cipher implements ``name``, ``seal(_:)`` and ``open(_:to:)``. It declares further abilities with the
/// requirements that have defaults, or by conforming to ``StreamingCipher`` or ``FieldCipher``. A cipher that
/// wraps another one, for example to write a log, conforms to ``CipherWrapper``.
public protocol PayloadCipher: Sendable, RedactedStringConvertible {
    /// The cipher's name in errors and logs, such as `AES-256-GCM`.
    ///
    /// It must not contain a key.
    var name: String { get }

    /// Seals the request.
    ///
    /// It can add header fields, replace the body and its media type, or throw. It runs once for each
    /// attempt, so that each attempt has a fresh nonce.
    ///
    /// - Throws: An ``APIError/Cause`` or any other error. The call then fails in the stage `sealing`.
    func seal(_ request: inout TransportRequest) async throws

    /// Opens the response to a request that this cipher sealed.
    ///
    /// It runs before the status and the media type are checked, so that sealed 4xx responses are readable.
    ///
    /// - Throws: An ``APIError/Cause`` or any other error. The call then fails in the stage `opening`.
    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws

    /// Whether messages are sent unchanged.
    ///
    /// If `true`, the transport may follow redirects, respond to challenges and resume downloads. The default
    /// is `false`.
    var isPlaintext: Bool { get }

    /// Whether ``seal(_:)`` also accepts bodies of files and streams.
    ///
    /// It replaces them with ``HTTPBody/transformed(length:by:)``. The default is `false`: a call with such a
    /// body fails before it is sent.
    var sealsStreams: Bool { get }

    /// Whether ``open(_:of:to:)`` opens responses piece by piece.
    ///
    /// The default is `false`: a call with a streamed response fails before it is sent.
    var opensStreams: Bool { get }

    /// Whether the cipher seals the single fields that a spec names; see ``FieldCipher``.
    ///
    /// The default is `false`.
    var sealsFields: Bool { get }

    /// The names of the servers in the spec that the cipher's key is for.
    ///
    /// A call to another server fails with the code `credentialFailed` before anything is sent. The default is `nil`: the
    /// key is for all servers.
    var servers: Set<String>? { get }

    /// Opens a streamed response.
    ///
    /// Deliver a piece only once it is verified to be the piece that was sent at this position. A response
    /// that ends early must end with an error. The default implementation throws.
    ///
    /// - Parameters:
    ///   - body: The bytes as they arrive.
    ///   - head: The status and the header fields, with an empty body. Set `Content-Type` to the media type
    ///     of the opened body.
    ///   - request: The request as it was sealed.
    /// - Returns: The opened bytes. Errors found later are thrown by this stream.
    /// - Throws: An ``APIError/Cause`` or any other error. The call then fails in the stage `opening`.
    func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream
}

extension PayloadCipher {
    /// The cipher's name, so that nothing prints its keys.
    public var description: String { name }
    /// `false`.
    public var isPlaintext: Bool { false }
    /// `false`.
    public var sealsStreams: Bool { false }
    /// `false`.
    public var opensStreams: Bool { false }
    /// `false`.
    public var sealsFields: Bool { false }
    /// The default, `nil`: all servers.
    public var servers: Set<String>? { nil }

    /// Throws an ``APIError/Cause`` with the code `cipherCannotStream`.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        throw cannotStream("opens", "this response is a stream")
    }

    /// The error for a cipher of whole messages that gets a stream or a file.
    func cannotStream(_ does: String, _ body: String) -> APIError.Cause {
        APIError.Cause(
            .cipherCannotStream, "the cipher \(name) \(does) whole bodies, and \(body)",
            advice: "call it with a StreamingCipher or plaintext, or with bodies that are in memory"
        )
    }
}

/// A cipher that wraps another one and forwards to it all requirements that it does not implement.
/// ```swift
/// struct Counting: CipherWrapper {
///     let wrapped: any PayloadCipher
///     let count: @Sendable (Int) -> Void
///
///     func seal(_ request: inout TransportRequest) async throws {
///         try await wrapped.seal(&request)
///         count(request.body?.count ?? 0)
///     }
/// }
/// ```
public protocol CipherWrapper: PayloadCipher {
    /// The wrapped cipher.
    var wrapped: any PayloadCipher { get }
}

extension CipherWrapper {
    /// The name of the wrapped cipher.
    public var name: String { wrapped.name }
    /// Whether the wrapped cipher leaves messages unchanged.
    public var isPlaintext: Bool { wrapped.isPlaintext }
    /// Whether the wrapped cipher seals streams.
    public var sealsStreams: Bool { wrapped.sealsStreams }
    /// Whether the wrapped cipher opens streams.
    public var opensStreams: Bool { wrapped.opensStreams }
    /// Whether the wrapped cipher seals fields.
    public var sealsFields: Bool { wrapped.sealsFields }
    /// The servers of the wrapped cipher.
    public var servers: Set<String>? { wrapped.servers }

    /// Seals the request with the wrapped cipher.
    public func seal(_ request: inout TransportRequest) async throws {
        try await wrapped.seal(&request)
    }

    /// Opens the response with the wrapped cipher.
    public func open(
        _ response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        try await wrapped.open(&response, to: request)
    }

    /// Opens the streamed response with the wrapped cipher.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        try await wrapped.open(body, of: &head, to: request)
    }
}
