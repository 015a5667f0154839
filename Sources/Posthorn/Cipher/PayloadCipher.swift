/// Seals what a call sends and opens what comes back.
///
/// Choose a cipher to change the bytes of a message; choose a ``ResponsePolicy`` to say what the
/// opened bytes mean. A cipher is a value with its keys in it, shared by all calls of a client and used from
/// many tasks at once.
///
/// A new cipher has a ``name``, ``seal(_:)`` and ``open(_:to:)``. What else it can do it says by the
/// requirements that have defaults, or by conforming to ``StreamingCipher`` or ``FieldCipher``. A cipher that
/// wraps another one, such as one that writes a log, returns it as ``base``: the requirements that it leaves out
/// are then those of the other.
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

    /// The cipher that this one wraps, to which all requirements with defaults are passed on.
    ///
    /// The default is `nil`.
    var base: (any PayloadCipher)? { get }

    /// Whether messages are sent as they are: then the transport may follow redirects, answer challenges and
    /// resume downloads.
    ///
    /// The default is `false`.
    var isPlaintext: Bool { get }

    /// Whether ``seal(_:)`` takes bodies of files and streams too, and replaces them by
    /// ``HTTPBody/changed(length:by:)``.
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
    /// `nil`.
    public var base: (any PayloadCipher)? { nil }
    /// That of ``base``, or `false`.
    public var isPlaintext: Bool { base?.isPlaintext ?? false }
    /// That of ``base``, or `false`.
    public var sealsStreams: Bool { base?.sealsStreams ?? false }
    /// That of ``base``, or `false`.
    public var opensStreams: Bool { base?.opensStreams ?? false }
    /// That of ``base``, or `false`.
    public var sealsFields: Bool { base?.sealsFields ?? false }

    /// Opens by ``base``, or throws a cause with the code `cipherCannotStream`.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        guard let base else { throw cannotStream("opens", "this response is a stream") }
        return try await base.open(body, of: &head, to: request)
    }

    /// The cipher of whole messages met a body that is a stream or a file.
    func cannotStream(_ does: String, _ body: String) -> APIError.Cause {
        APIError.Cause(
            .cipherCannotStream, "the cipher \(name) \(does) whole bodies, and \(body)",
            advice: "call it with a StreamingCipher or plaintext, or with bodies that are in memory"
        )
    }
}
