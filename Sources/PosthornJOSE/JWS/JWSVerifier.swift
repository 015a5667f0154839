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
    /// - Throws: An `APIError.Cause` with the code `openingFailed` or
    ///   `APIError.Code.unknownKey`.
    public func payload(of signature: String) async throws -> Data {
        let (head, parts) = try Self.read(signature)
        guard let payload = Base64URLBody.decode(parts[1]), head.encodesPayload else {
            throw APIError.Cause.notVerified
        }
        try await verify(head, parts, payload)
        return payload
    }

    /// Verifies a compact signature with a detached payload, such as a message's body.
    ///
    /// - Throws: An `APIError.Cause` with the code `openingFailed` or
    ///   `APIError.Code.unknownKey`.
    public func verify(_ signature: String, detached payload: Data) async throws {
        let (head, parts) = try Self.read(signature)
        guard parts[1].isEmpty else { throw APIError.Cause.notVerified }
        try await verify(head, parts, payload)
    }

    private static func read(
        _ signature: String
    ) throws(APIError.Cause) -> (JWSHead, [Substring.UTF8View]) {
        let parts = signature.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Base64URL.decode(parts[0]).flatMap({ JWSHead($0) })
        else { throw .notVerified }
        return (head, parts)
    }

    private func verify(
        _ head: JWSHead, _ parts: [Substring.UTF8View], _ payload: Data
    ) async throws {
        let signature = try Base64URL.decode(parts[2]).orThrow(.notVerified)
        let key = try await key(head)
            .orThrow(head.keyID.map(APIError.Cause.unknownSigner) ?? .notVerified)
        try verify(signature, head, String(Substring(parts[0])), payload, by: key)
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
