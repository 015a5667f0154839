import FoundationEssentials
import Posthorn

extension TransportResponse {
    /// Holds the body, as it came over the wire, against the digest that the server gave of it.
    ///
    /// `Repr-Digest` is about the whole of which this may be a part, and left alone here.
    func checkDigest() throws(TransportError) {
        guard !body.isEmpty, let field = headers[.contentDigest],
            let digest = ContentDigest(field: field), let hasher = ContentHasher(digest.algorithm)
        else { return }
        body.withUnsafeBytes { hasher.update($0) }
        guard hasher.finish() == digest else {
            throw TransportError(
                .digestMismatch, "the body does not have the digest that the server gave of it",
                advice: "call again; the answer was changed on its way")
        }
    }
}
