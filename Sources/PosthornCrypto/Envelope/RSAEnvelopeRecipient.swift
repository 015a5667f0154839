internal import Crypto
import FoundationEssentials
package import PosthornCore
package import PosthornKeys

/// The server of ``RSAEnvelopeCipher``, which has the private keys.
package struct RSAEnvelopeRecipient: Sendable {
    private let envelope = Envelope(suite: .rsaOAEP)
    private let keys: any KeyProvider<PrivateKey>

    package init(key: any KeyProvider<PrivateKey>) throws(APIError.Cause) {
        try key.checkFixed { key throws(APIError.Cause) in try Self.check(key) }
        keys = key
    }

    private static func check(_ key: PrivateKey) throws(APIError.Cause) {
        _ = try RSAEnvelopeCipher.material(of: key.publicKey)
    }

    /// Opens a request.
    ///
    /// - Returns: The encapsulated secret, which is new for each request; `nil` for a request without a body.
    package func open(request: inout TransportRequest) async throws -> ReceivedMessage? {
        guard let bytes = try request.sealedBody(Envelope.mediaType) else { return nil }
        let (id, secret, wrapped) = try await secret(of: request)
        let head = try envelope.head(of: bytes)
        guard KeyID.areSame(head.keyID, id) else { throw APIError.Cause.notOpened }
        let plaintext = try envelope.plaintext(
            of: bytes, head, in: request,
            with: RSAEnvelopeCipher.derive("request", from: secret, wrapped),
            ExchangeID.sent(in: request))
        request.replaceBody(plaintext, head.mediaType)
        return ReceivedMessage(id: wrapped.base64EncodedString(), keyID: id)
    }

    /// Seals the response to a request with the key that only its sender has.
    package func seal(
        response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        let (id, secret, wrapped) = try await secret(of: request)
        try envelope.seal(
            &response, to: request, ExchangeID.sent(in: request),
            with: (id, RSAEnvelopeCipher.derive("response", from: secret, wrapped)))
    }

    private func secret(
        of request: TransportRequest
    ) async throws -> (keyID: String, secret: SymmetricKey, wrapped: Data) {
        guard let field = EncapsulatedFormat.parts(of: request), field.mode == "rsa-oaep-256"
        else { throw APIError.Cause.notOpened }
        let key = try await keys.key(opening: field.keyID)
        try Self.check(key)
        guard case .rsa(let material) = key.material,
            let secret = try? material.unwrap(field.encapsulated), secret.count == 32
        else { throw APIError.Cause.notOpened }
        return (field.keyID, SymmetricKey(data: secret), field.encapsulated)
    }
}

extension RSAEnvelopeRecipient: RedactedStringConvertible {
    /// The ids of the keys, without their bytes.
    package var description: String { "RSA-OAEP-256 with \(keys)" }
}
