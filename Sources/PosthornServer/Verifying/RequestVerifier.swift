public import PosthornCore

/// The server's half of a signer: it verifies requests, and signs the responses to them.
///
/// Messages are plain values without a connection: the URL of a request is the one that the client sees.
public protocol RequestVerifier: Sendable {
    /// Verifies a request.
    ///
    /// - Parameter request: The request with its body in memory: as the server received it, or opened if
    ///   ``verifiesOpened`` is `true`.
    /// - Throws: An `APIError.Cause` with the code `openingFailed` or `unknownKey` if the request isn't what a known key
    ///   signed. Respond with 401 and without the reason. Any other error is the server's own.
    func verify(_ request: TransportRequest) async throws

    /// Signs the response to a request that was verified.
    ///
    /// The default does nothing, for signers that verify no responses.
    func sign(_ response: inout TransportResponse, to request: TransportRequest) async throws

    /// Whether the signature is that of the message before it was sealed; `false` by default.
    var verifiesOpened: Bool { get }
}

extension RequestVerifier {
    /// Does nothing.
    public func sign(
        _ response: inout TransportResponse, to request: TransportRequest
    ) async throws {}

    /// `false`.
    public var verifiesOpened: Bool { false }
}
