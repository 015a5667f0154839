public import FoundationEssentials
import PosthornCore
public import PosthornKeys

/// A verifier for JSON Web Signatures (RFC 7515), compact or JSON, with an embedded or detached payload.
///
/// Supports unencoded payloads (RFC 7797). Each key verifies only its own algorithm. A signature that names
/// another algorithm, including `none`, is refused before the key is used. Keys that a signature embeds or
/// links to are ignored.
public struct JWSVerifier: Sendable {
    private let keys: any KeyProvider<VerifyingKey>

    /// Creates a verifier.
    ///
    /// - Parameter key: A key, or a provider of the key that a `kid` names. Its current key verifies signatures without
    ///   `kid`.
    public init(key: any KeyProvider<VerifyingKey>) { keys = key }

    /// Verifies a compact signature and returns its embedded payload.
    ///
    /// - Throws: The provider's error, or an `APIError.Cause` with the code `openingFailed` or `unknownKey`.
    public func payload(of signature: String) async throws -> Data {
        let document = JWSDocument(compact: signature)
        return try await verify(document, document?.encodesPayload == true ? document?.bytes : nil)
    }

    /// Verifies a compact signature with a detached payload, such as a message's body.
    ///
    /// - Throws: The provider's error, or an `APIError.Cause` with the code `openingFailed` or `unknownKey`.
    public func verify(_ signature: String, detached payload: Data) async throws {
        let document = JWSDocument(compact: signature)
        try await verify(document, document?.payload == "" ? payload : nil)
    }

    /// Verifies a JWS in the flattened or general JSON form and returns its payload (RFC 7515, section 7.2).
    ///
    /// At least one signature must be by a known key, and all signatures by known keys must be valid. A signature
    /// without `kid` is tried with the current key; it may be invalid if another signature is valid.
    /// - Parameters:
    ///   - json: The document, with at most eight signatures.
    ///   - required: The ids of keys that must all have signed. Empty by default. The holder of any known key
    ///     can then sign alone, because an attacker can remove the other signatures.
    /// - Throws: An `APIError.Cause` with the code `openingFailed`, or `unknownKey` if no signature is by a known key.
    public func payload(
        ofJSON json: Data, requiring required: Set<String> = []
    ) async throws -> Data {
        let document = JWSDocument(json)
        return try await verify(document, document?.bytes, required)
    }

    /// Verifies a JWS in a JSON form with a detached payload (RFC 7515, appendix F).
    ///
    /// A document with an embedded payload is refused.
    /// - Parameters:
    ///   - json: The document, with at most eight signatures.
    ///   - payload: The signed bytes.
    ///   - required: The ids of keys that must all have signed, as in ``payload(ofJSON:requiring:)``.
    /// - Throws: As ``payload(ofJSON:requiring:)``.
    public func verify(
        json: Data, detached payload: Data, requiring required: Set<String> = []
    ) async throws {
        let document = JWSDocument(json)
        try await verify(document, document?.payload == nil ? payload : nil, required)
    }

    private func key(_ head: JWSHead) async throws -> VerifyingKey? {
        guard let id = head.keyID else { return try await keys.current() }
        return try await keys.key(id: id)
    }

    /// Verifies the signatures of a payload, and returns it; throws if the document or the payload is missing.
    @discardableResult
    private func verify(
        _ document: JWSDocument?, _ payload: Data?, _ required: Set<String> = []
    ) async throws -> Data {
        guard let document, let payload else { throw APIError.Cause.notVerified }
        // Ids are compared by their bytes, because `String` equality also matches canonically equivalent ids.
        var missing = Set(required.map { Array($0.utf8) })
        var (right, wrong) = (0, 0)
        for signature in document.signatures {
            guard let key = try await key(signature.head) else { continue }
            let input = JWSHead.input(
                signature.protected, payload, encodesPayload: document.encodesPayload)
            let isOfKey = key.algorithm.joseName == signature.head.algorithm
            guard isOfKey, key.verifies(signature.bytes, of: input) else {
                // Another key may have the same id and another algorithm (RFC 7520, section 4.8).
                guard signature.head.keyID == nil || !isOfKey else {
                    throw APIError.Cause.notVerified
                }
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
        return payload
    }
}
