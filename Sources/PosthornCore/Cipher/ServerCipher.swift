/// The server's half of a cipher: it opens requests, and seals the responses to them.
///
/// The product `PosthornServer` has those of this package's formats. `CipherConformance` exchanges messages with one.
/// Messages are plain values without a connection: the URL of a request is the one that the client sees.
public protocol ServerCipher: Sendable {
    /// Whether a response that can have no body, such as a 204, can be sealed.
    ///
    /// If not, which is the default, a server responds with 200 and seals an empty body.
    var sealsResponsesWithoutBody: Bool { get }

    /// Opens a request.
    ///
    /// Replaces the body, which is in memory, by the plaintext. A request without a body may pass unchanged.
    ///
    /// - Parameter request: The request as the server receives it, without metadata.
    /// - Throws: Any error if the request isn't what the cipher sealed for this method and target. Respond with 400 and
    ///   without the reason.
    func open(_ request: inout TransportRequest) async throws

    /// Seals a response.
    ///
    /// - Parameters:
    ///   - response: The status, and the plaintext as the body. The header fields of a sealed response are added.
    ///   - request: The request as the server received it, not opened.
    /// - Throws: Any error if the server has no response to this request. Respond with 500 and without a body.
    func seal(_ response: inout TransportResponse, to request: TransportRequest) async throws
}

extension ServerCipher {
    /// `false`.
    public var sealsResponsesWithoutBody: Bool { false }
}
