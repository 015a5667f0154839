public import FoundationEssentials
import Posthorn

extension JWSVerifier {
    /// The payload of a signature in the flattened or general JSON form (RFC 7515, section 7.2).
    ///
    /// One signature at least must be of a key that is known, and all of known keys must be right:
    /// signatures of other keys are passed over, because a document may be signed for several readers.
    /// Of those without `kid`, whose key is not known before it is tried, one must be right if there is no
    /// other.
    /// - Parameters:
    ///   - json: The document; eight signatures at most.
    ///   - required: Ids of keys that must have signed, each of them. None by default: then anyone
    ///     with a known key may have signed alone, as others can take their signatures away.
    /// - Throws: a fault of the code `openingFailed`, or ``Posthorn/APIError/Code/unknownKey`` if no
    ///   key is known.
    public func payload(
        ofJSON json: Data, requiring required: Set<String> = []
    ) async throws -> Data {
        guard let document = JWSDocument(json), let payload = document.bytes else {
            throw APIError.Cause.notVerified
        }
        try await verify(document, payload, required)
        return payload
    }

    /// Verifies a signature in a JSON form whose payload is elsewhere (RFC 7515, appendix F).
    ///
    /// A document that has a payload as well is refused.
    /// - Parameters:
    ///   - json: As for ``payload(ofJSON:requiring:)``.
    ///   - payload: What was signed.
    ///   - required: As for ``payload(ofJSON:requiring:)``.
    /// - Throws: a fault of the code `openingFailed`, or ``Posthorn/APIError/Code/unknownKey`` if no
    ///   key is known.
    public func verify(
        json: Data, detached payload: Data, requiring required: Set<String> = []
    ) async throws {
        guard let document = JWSDocument(json), document.payload == nil else {
            throw APIError.Cause.notVerified
        }
        try await verify(document, payload, required)
    }

    private func verify(
        _ document: JWSDocument, _ payload: Data, _ required: Set<String>
    ) async throws {
        // Texts are equal by their characters; ids are by their bytes.
        var missing = Set(required.map { Array($0.utf8) })
        var (right, wrong) = (0, 0)
        for signature in document.signatures {
            guard let key = try await key(signature.head) else { continue }
            do {
                try verify(
                    signature.bytes, signature.head, signature.protected, payload, by: key)
            } catch {
                guard signature.head.keyID == nil else { throw error }
                wrong += 1
                continue
            }
            right += 1
            missing.remove(Array(key.id.utf8))
        }
        guard right > 0 else {
            guard wrong == 0 else { throw APIError.Cause.notVerified }
            let named = document.signatures.compactMap(\.head.keyID).first
            throw named.map(APIError.Cause.unknownSigner) ?? .notVerified
        }
        guard missing.isEmpty else { throw APIError.Cause.notVerified }
    }
}
