import FoundationEssentials
import Posthorn

/// A body that is held against the digest that the server gave of it, as it came over the wire.
///
/// Its pieces are given before that is known; a stream that throws at its end was not whole.
final class DigestedSource: ByteSource {
    private let wire: any ByteSource
    private let digest: ContentDigest
    private let place: Locked<Place>

    // SAFETY: the hasher is used under its lock only.
    private struct Place: @unchecked Sendable {
        var hasher: ContentHasher
        /// Whether the body is the one of the digest; `nil` before its end.
        var isRight: Bool?
    }

    /// `nil` if the server gave no digest that can be looked at.
    init?(_ wire: any ByteSource, _ headers: HTTPFields) {
        guard let field = headers[.contentDigest], let digest = ContentDigest(field: field),
            let hasher = ContentHasher(digest.algorithm)
        else { return nil }
        self.wire = wire
        self.digest = digest
        place = Locked(Place(hasher: hasher))
    }

    func next() async throws(TransportError) -> Data? {
        let piece = try await wire.next()
        let isRight = place.withLock { place in
            guard let piece else {
                let isRight = place.isRight ?? (place.hasher.finish() == digest)
                place.isRight = isRight
                return isRight
            }
            piece.withUnsafeBytes { place.hasher.update($0) }
            return true
        }
        guard isRight else { throw .digestMismatch }
        return piece
    }
}

extension TransportError {
    static let digestMismatch = TransportError(
        .digestMismatch, "the body does not have the digest that the server gave of it",
        advice: "call again; the answer was changed on its way")
}
