public import PosthornCore

/// The server's side of a cipher, which ``CipherConformance`` exchanges messages with.
///
/// Write it from the description of the format or with the server's own code, not with the code of the
/// cipher. Otherwise both sides can share a mistake.
public protocol CipherPeer: Sendable {
    /// Opens a request.
    ///
    /// Replaces the body, which is in memory, by the plaintext. A request without a body may pass unchanged.
    ///
    /// - Parameter request: The request as the server receives it, without metadata.
    /// - Throws: Any error if the request isn't what the cipher sealed for this method and target.
    func open(_ request: inout TransportRequest) async throws

    /// Seals a response.
    ///
    /// - Parameters:
    ///   - response: The status, and the plaintext as the body. Add the header fields of a sealed response.
    ///   - request: The request as the server received it, not opened.
    /// - Throws: Any error if the server has no response to this request.
    func seal(_ response: inout TransportResponse, to request: TransportRequest) async throws
}
