internal import Crypto
import FoundationEssentials
package import PosthornCore
package import PosthornKeys

/// The server of ``RSAEnvelopeCipher``, which has the private keys.
package struct RSAEnvelopeRecipient: Sendable {
    private let envelope = Envelope(suite: .rsaOAEP)
    private let keys: any KeyProvider<PrivateKey>

    package init(keys: any KeyProvider<PrivateKey>) { self.keys = keys }

    /// Opens a request.
    ///
    /// - Returns: The encapsulated secret, which is new for each request; `nil` for a request without a body.
    package func open(request: inout TransportRequest) async throws -> String? {
        guard let body = request.body else { return nil }
        guard let bytes = body.data,
            request.headers.value(of: .contentType) == Envelope.mediaType
        else { throw APIError.Cause.notOpened }
        let (id, secret, wrapped) = try await secret(of: request)
        let head = try envelope.head(of: bytes)
        guard KeyID.areSame(head.keyID, id) else { throw APIError.Cause.notOpened }
        let plaintext = try envelope.plaintext(
            of: bytes, head, in: request,
            with: RSAEnvelopeCipher.derive("request", from: secret, wrapped),
            ExchangeID.sent(in: request))
        request.body = HTTPBody(plaintext)
        request.headers.putMediaType(head.mediaType)
        request.headers.drop(.contentLength)
        return wrapped.base64EncodedString()
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
