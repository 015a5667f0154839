/// The proof in each request that its sender may use the token, which is bound to a key or to a certificate.
///
/// One value serves all calls of a credential.
package protocol TokenProof: Sendable {
    /// The scheme of the `Authorization` field; `nil` if it is that of the credential's place.
    var scheme: String? { get }

    /// Adds a new proof to a request that has the token, in place of an older one.
    ///
    /// - Throws: A ``TransportError`` with the code `invalidRequest` if there is none.
    func prove(_ request: inout TransportRequest) throws(TransportError)

    /// Reads what a response says about later proofs.
    func read(_ headers: HTTPFields, from url: String)

    /// Returns whether the server refused the proof of a request, and not its token.
    ///
    /// - Throws: The reason why a new proof would be refused, too.
    func isRefused(_ response: TransportResponse, to request: TransportRequest) throws -> Bool
}

extension TransportRequest {
    /// Replaces the proof of a redirected request, which still has the token if the redirect did not remove it.
    package mutating func renewProof() throws(TransportError) {
        guard let proof = options.proof, headers[.authorization] != nil else { return }
        try proof.prove(&self)
    }
}

extension HTTPField.Name {
    /// `DPoP` (RFC 9449, section 4.1).
    package static let dpop = Self(token: "DPoP")
}
