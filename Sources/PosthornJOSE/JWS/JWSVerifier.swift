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
        guard let document = JWSDocument(compact: signature), document.encodesPayload,
            let payload = document.bytes
        else { throw APIError.Cause.notVerified }
        try await verify(document, payload, [])
        return payload
    }

    /// Verifies a compact signature with a detached payload, such as a message's body.
    ///
    /// - Throws: The provider's error, or an `APIError.Cause` with the code `openingFailed` or `unknownKey`.
    public func verify(_ signature: String, detached payload: Data) async throws {
        guard let document = JWSDocument(compact: signature), document.payload == "" else {
            throw APIError.Cause.notVerified
        }
        try await verify(document, payload, [])
    }

    func key(_ head: JWSHead) async throws -> VerifyingKey? {
        guard let id = head.keyID else { return try await keys.current() }
        return try await keys.key(id: id)
    }

    func verify(
        _ signature: Data, _ head: JWSHead, _ protected: String, _ payload: Data,
        by key: VerifyingKey
    ) throws {
        let input = JWSHead.input(protected, payload, encodesPayload: head.encodesPayload)
        guard key.algorithm.joseName == head.algorithm, key.verifies(signature, of: input) else {
            throw APIError.Cause.notVerified
        }
    }
}
