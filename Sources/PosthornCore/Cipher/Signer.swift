/// A strategy that signs what a call sends and verifies what it receives.
///
/// A signature proves who sent a message and that it was not changed in transit. The body stays readable; use
/// a ``PayloadCipher`` to seal it. A call can have both: it is sealed, then signed, and its response is
/// verified, then opened. A signer is a value that holds its keys. All calls of a client share it, and many
/// tasks use it at the same time.
///
/// A new signer implements ``name``, ``sign(_:)`` and ``verify(_:to:)``, and declares further abilities with
/// the requirements that have defaults.
public protocol Signer: Sendable, RedactedStringConvertible {
    /// The signer's name in errors and logs, such as `HMAC-SHA256`.
    ///
    /// It must not contain a key.
    var name: String { get }

    /// Signs the request, as it is about to be sent.
    ///
    /// It can add header fields, parameters of the query, or parts of the body. It runs once for each attempt
    /// and each redirect, so that each signature has its own time and nonce.
    ///
    /// - Throws: An ``APIError/Cause`` or any other error. The call then fails in the stage `sealing`.
    func sign(_ request: inout TransportRequest) async throws

    /// Verifies the response to a request that this signer signed.
    ///
    /// A signer that verifies no responses does nothing. The function runs before the status and the media
    /// type are checked.
    ///
    /// - Parameters:
    ///   - response: The response. If it is streamed, only its head, with an empty body.
    ///   - request: The request as it was sent.
    /// - Throws: An ``APIError/Cause`` or any other error. The call then fails in the stage `opening`.
    func verify(_ response: TransportResponse, to request: TransportRequest) async throws

    /// Whether the signer runs before the cipher of the call and signs what the cipher then seals.
    ///
    /// Its ``verify(_:to:)`` then gets the opened response. Return `true` if the signer changes the URL,
    /// because ciphers and other signers bind the URL. The default is `false`.
    var signsBeforeSealing: Bool { get }

    /// Whether ``sign(_:)`` also accepts bodies of files and streams.
    ///
    /// The default is `false`: a call with such a body fails before it is sent.
    var signsStreams: Bool { get }

    /// Whether ``verify(_:to:)`` also accepts the head of a streamed response.
    ///
    /// Return `false` if it needs the body. The default is `false`: a call with a streamed response fails
    /// before it is sent.
    var verifiesStreams: Bool { get }

    /// The names of the servers in the spec that the signer's key is for.
    ///
    /// A call to another server fails with the code `credentialFailed` before anything is sent. The default is `nil`: the
    /// key is for all servers.
    var servers: Set<String>? { get }
}

extension Signer {
    /// The signer's name, so that nothing prints its keys.
    public var description: String { name }
    /// `false`.
    public var signsBeforeSealing: Bool { false }
    /// `false`.
    public var signsStreams: Bool { false }
    /// `false`.
    public var verifiesStreams: Bool { false }
    /// The default, `nil`: all servers.
    public var servers: Set<String>? { nil }

    /// The error for a signer of whole messages that gets a stream or a file.
    func cannotStream(_ does: String, _ body: String, advice: String) -> APIError.Cause {
        APIError.Cause(
            .cipherCannotStream, "the signer \(name) \(does) whole bodies, and \(body)",
            advice: advice)
    }
}
