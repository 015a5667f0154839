internal import Crypto
import FoundationEssentials
package import PosthornCore

/// The server of ``RSAEnvelopeCipher``, which has the private keys.
package struct RSAEnvelopeRecipient: Sendable {
    private let envelope = SealedExchange(.rsaOAEP)
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
        guard try request.sealedBody(EnvelopeCipher.mediaType) != nil else { return nil }
        let (keys, wrapped) = try await keys(of: request)
        guard let received = try envelope.received(request),
            KeyID.areSame(received.keyID, keys.keyID)
        else { throw APIError.Cause.notOpened }
        try envelope.open(received, of: request, with: keys).replaceEnvelope(in: &request)
        return ReceivedMessage(id: wrapped.base64EncodedString(), keyID: keys.keyID)
    }

    /// Seals the response to a request with the key that only its sender has.
    package func seal(
        response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        try envelope.seal(&response, to: request, with: try await keys(of: request).keys)
    }

    private func keys(
        of request: TransportRequest
    ) async throws -> (keys: DirectionKeys, wrapped: Data) {
        guard let field = EncapsulatedFormat.parts(of: request), field.mode == "rsa-oaep-256"
        else { throw APIError.Cause.notOpened }
        let key = try await keys.key(opening: field.keyID)
        try Self.check(key)
        guard case .rsa(let material) = key.material,
            let secret = try? material.unwrap(field.encapsulated), secret.count == 32
        else { throw APIError.Cause.notOpened }
        let keys = RSAEnvelopeCipher.keys(
            field.keyID, SymmetricKey(data: secret), field.encapsulated)
        return (keys, field.encapsulated)
    }
}

extension RSAEnvelopeRecipient: RedactedStringConvertible {
    /// The ids of the keys, without their bytes.
    package var description: String { "RSA-OAEP-256 with \(keys)" }
}
