import FoundationEssentials
import Posthorn

extension TransportResponse {
    /// Holds the body, as it came over the wire, against the digest that the server gave of it.
    ///
    /// `Repr-Digest` is about the whole of which this may be a part, and left alone here.
    mutating func checkDigest(of method: HTTPRequest.Method) throws(TransportError) {
        guard !isWithoutBody(method), let field = headers[.contentDigest],
            let digest = ContentDigest(field: field), let hasher = ContentHasher(digest.algorithm)
        else { return }
        body.withUnsafeBytes { hasher.update($0) }
        guard hasher.finish() == digest else { throw .digestMismatch }
        if bodyIntegrity == .unverified { bodyIntegrity = .digest }
    }

    /// Whether the body that the fields are about did not come: there is none, or the transfer was
    /// ended at the head, as it is for redirects and refused expectations.
    private func isWithoutBody(_ method: HTTPRequest.Method) -> Bool {
        if !status.hasBody(method) { return true }
        return body.isEmpty && bodyIntegrity == .unverified
            && (status.kind == .redirection || status.code == 417)
    }
}
