import FoundationEssentials

extension TransportResponse {
    /// Checks the body, as received on the wire, against the `Content-Digest` field of the response.
    ///
    /// `Repr-Digest` covers the whole representation, of which this body may be a part; it is not checked
    /// here.
    mutating func checkDigest(of method: HTTPRequest.Method) throws(TransportError) {
        guard !isWithoutBody(method), let field = headers[.contentDigest],
            let digest = ContentDigest(field: field), let hasher = ContentHasher(digest.algorithm)
        else { return }
        body.withUnsafeBytes { hasher.update($0) }
        guard hasher.finish() == digest else { throw .digestMismatch }
        if bodyIntegrity == .unverified { bodyIntegrity = .digest }
    }

    /// Whether the response has no body, or the transfer was ended after the head.
    ///
    /// Transfers end after the head for redirects and for refused expectations (417).
    private func isWithoutBody(_ method: HTTPRequest.Method) -> Bool {
        if !status.hasBody(method) { return true }
        return body.isEmpty && bodyIntegrity == .unverified
            && (status.kind == .redirection || status.code == 417)
    }
}
