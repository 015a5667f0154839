public import FoundationEssentials
import PosthornCore
import PosthornKeys

extension JWSVerifier {
    /// Verifies a JWS in the flattened or general JSON form and returns its payload (RFC 7515, section 7.2).
    ///
    /// At least one signature must be by a known key and valid, and all signatures by known keys must be
    /// valid. Signatures by unknown keys are ignored, because a document may be signed for several
    /// recipients. A signature without `kid` is tried with the verifier's key; it may be invalid if another
    /// signature is valid.
    /// - Parameters:
    ///   - json: The document, with at most eight signatures.
    ///   - required: The ids of keys that must all have signed. Empty by default. The holder of any known key
    ///     can then sign alone, because an attacker can remove the other signatures.
    /// - Throws: An `APIError.Cause` with the code `openingFailed`, or `unknownKey` if no signature is by a known key.
    public func payload(
        ofJSON json: Data, requiring required: Set<String> = []
    ) async throws -> Data {
        guard let document = JWSDocument(json), let payload = document.bytes else {
            throw APIError.Cause.notVerified
        }
        try await verify(document, payload, required)
        return payload
    }

    /// Verifies a JWS in a JSON form with a detached payload (RFC 7515, appendix F).
    ///
    /// A document with an embedded payload is refused.
    /// - Parameters:
    ///   - json: The document, with at most eight signatures.
    ///   - payload: The signed bytes.
    ///   - required: The ids of keys that must all have signed, as in ``payload(ofJSON:requiring:)``.
    /// - Throws: An `APIError.Cause` with the code `openingFailed`, or `unknownKey` if no signature is by a known key.
    public func verify(
        json: Data, detached payload: Data, requiring required: Set<String> = []
    ) async throws {
        guard let document = JWSDocument(json), document.payload == nil else {
            throw APIError.Cause.notVerified
        }
        try await verify(document, payload, required)
    }

    func verify(
        _ document: JWSDocument, _ payload: Data, _ required: Set<String>
    ) async throws {
        // Ids are compared by their bytes, because `String` equality also matches canonically equivalent ids.
        var missing = Set(required.map { Array($0.utf8) })
        var (right, wrong) = (0, 0)
        for signature in document.signatures {
            guard let key = try await key(signature.head) else { continue }
            do {
                try verify(signature.bytes, signature.head, signature.protected, payload, by: key)
            } catch {
                // Another key may have the same id and another algorithm (RFC 7520, section 4.8).
                let isOfKey = key.algorithm.joseName == signature.head.algorithm
                guard signature.head.keyID == nil || !isOfKey else { throw error }
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
