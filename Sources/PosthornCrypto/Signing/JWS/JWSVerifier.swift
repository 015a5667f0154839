public import FoundationEssentials
import Posthorn

/// Verifies JSON Web Signatures (RFC 7515) in the compact and the JSON forms, with the payload in them
/// or detached (RFC 7797).
///
/// A key verifies its one algorithm; a signature that names another one, `none` included, is refused
/// before the key is used. Keys that a signature brings along or links to are never looked at.
public struct JWSVerifier: Sendable {
    private let keys: @Sendable (JWSHead) async throws -> VerifyingKey?

    /// Creates a verifier.
    /// - Parameter keys: Gives the key of a `kid`, or the one for signatures without any when it is asked
    ///   for `nil`; `nil` for ids that are not known.
    public init(keys: @escaping @Sendable (String?) async throws -> VerifyingKey?) {
        self.keys = { try await keys($0.keyID) }
    }

    /// Creates a verifier with the keys that it may need.
    ///
    /// A signature without `kid` is verified by the only one, if there is one only. Of several with the
    /// same id that of the signature's algorithm is taken.
    public init(_ keys: [VerifyingKey]) {
        self.keys = { head in
            guard let id = head.keyID else { return keys.count == 1 ? keys[0] : nil }
            let named = keys.filter { Array($0.id.utf8) == Array(id.utf8) }
            return named.first { $0.algorithm.joseName == head.algorithm } ?? named.first
        }
    }

    /// The payload of a signature that has it inside.
    /// - Throws: a fault of the code `openingFailed` or ``Posthorn/APIError/Code/unknownKey``.
    public func payload(of signature: String) async throws -> Data {
        let (head, parts) = try Self.read(signature)
        guard let payload = Base64URLBody.decode(parts[1]), head.encodesPayload else {
            throw APIError.Cause.notVerified
        }
        try await verify(head, parts, payload)
        return payload
    }

    /// Verifies a signature whose payload is elsewhere, such as in a message's body.
    /// - Throws: a fault of the code `openingFailed` or ``Posthorn/APIError/Code/unknownKey``.
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

    func key(_ head: JWSHead) async throws -> VerifyingKey? { try await keys(head) }

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
