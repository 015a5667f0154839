/// Seals what a call sends and opens what comes back.
///
/// Choose a cipher to change the bytes of a message; choose a ``ResponsePolicy`` to say what the
/// opened bytes mean. A cipher is a value with its keys in it, shared by all calls of a client and used from
/// many tasks at once.
///
/// A new cipher has a ``name``, ``seal(_:)`` and ``open(_:to:)``. What else it can do it says by the
/// requirements that have defaults, or by conforming to ``StreamingCipher`` or ``FieldCipher``. A cipher around
/// another one, such as one that writes a log, is a ``CipherWrapper``.
public protocol PayloadCipher: Sendable {
    /// The cipher's name in errors and logs, such as `AES-256-GCM`. Never a key.
    var name: String { get }

    /// Seals the request: may add header fields, replace the body and its media type, or refuse.
    /// Runs once for each attempt, so that each has a fresh nonce.
    /// - Throws: an ``APIError/Cause``, or any error; it fails the call in the stage `sealing`.
    func seal(_ request: inout TransportRequest) async throws

    /// Opens the response to a request that this cipher sealed.
    ///
    /// Runs before status and media type are checked, so that a sealed 4xx is readable.
    /// - Throws: an ``APIError/Cause``, or any error; it fails the call in the stage `opening`.
    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws

    /// Whether messages are sent as they are: then the transport may follow redirects, answer challenges and
    /// resume downloads.
    ///
    /// The default is `false`.
    var isPlaintext: Bool { get }

    /// Whether ``seal(_:)`` takes bodies of files and streams too, and replaces them by
    /// ``HTTPBody/transformed(length:by:)``.
    ///
    /// The default is `false`; a call with such a body then fails before it is sent.
    var sealsStreams: Bool { get }

    /// Whether ``open(_:of:to:)`` opens responses piece by piece.
    ///
    /// The default is `false`; a call with a streamed response then fails before it is sent.
    var opensStreams: Bool { get }

    /// Whether the cipher seals the single fields that a spec names; see ``FieldCipher``.
    ///
    /// The default is `false`.
    var sealsFields: Bool { get }

    /// Opens a streamed response.
    ///
    /// A piece is given out only when it is known to be the one that was sent, at its place; a response
    /// that ends early must end in an error. The default throws.
    /// - Parameters:
    ///   - body: The bytes as they arrive.
    ///   - head: Status and header fields, the body still empty; `Content-Type` becomes the opened one.
    ///   - request: The request as it was sealed.
    /// - Throws: an ``APIError/Cause``, or any error; it fails the call in the stage `opening`. What is wrong
    ///   later on is thrown by the stream that is returned.
    func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream
}

extension PayloadCipher {
    /// `false`.
    public var isPlaintext: Bool { false }
    /// `false`.
    public var sealsStreams: Bool { false }
    /// `false`.
    public var opensStreams: Bool { false }
    /// `false`.
    public var sealsFields: Bool { false }

    /// Throws a cause with the code `cipherCannotStream`.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        throw cannotStream("opens", "this response is a stream")
    }

    /// The cipher of whole messages met a body that is a stream or a file.
    func cannotStream(_ does: String, _ body: String) -> APIError.Cause {
        APIError.Cause(
            .cipherCannotStream, "the cipher \(name) \(does) whole bodies, and \(body)",
            advice: "call it with a StreamingCipher or plaintext, or with bodies that are in memory"
        )
    }
}

/// A cipher around another one: all that it does not implement itself is done by the other.
///
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
    /// The other cipher.
    var wrapped: any PayloadCipher { get }
}

extension CipherWrapper {
    /// That of the other cipher.
    public var name: String { wrapped.name }
    /// As the other cipher has it.
    public var isPlaintext: Bool { wrapped.isPlaintext }
    /// As the other cipher has it.
    public var sealsStreams: Bool { wrapped.sealsStreams }
    /// As the other cipher has it.
    public var opensStreams: Bool { wrapped.opensStreams }
    /// As the other cipher has it.
    public var sealsFields: Bool { wrapped.sealsFields }

    /// Seals by the other cipher.
    public func seal(_ request: inout TransportRequest) async throws {
        try await wrapped.seal(&request)
    }

    /// Opens by the other cipher.
    public func open(
        _ response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        try await wrapped.open(&response, to: request)
    }

    /// Opens by the other cipher.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        try await wrapped.open(body, of: &head, to: request)
    }
}
