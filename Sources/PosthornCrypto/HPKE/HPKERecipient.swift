internal import Crypto
import FoundationEssentials
package import PosthornCore
package import PosthornKeys

/// The server of ``HPKECipher``: it has the private keys, and authenticates the senders.
package struct HPKERecipient: Sendable {
    private let keys: any KeyProvider<PrivateKey>
    private let senders: [HPKECipher.Sender]
    private let clients: [PublicKey]

    /// Creates a recipient.
    ///
    /// - Parameters:
    ///   - psks: The shared keys of the senders, for the mode psk.
    ///   - clients: The public keys of the senders, for the mode auth. Without any of both, senders are anonymous.
    package init(keys: any KeyProvider<PrivateKey>, psks: [SecretKey], clients: [PublicKey]) {
        self.keys = keys
        senders = psks.map { .psk($0) }
        self.clients = clients
    }

    /// Opens a request.
    ///
    /// - Returns: The encapsulated key, which is new for each request; `nil` for a request without a body.
    package func open(request: inout TransportRequest) async throws -> String? {
        guard let body = request.body else { return nil }
        guard let bytes = body.data,
            request.headers.value(of: .contentType) == HPKECipher.mediaType
        else { throw APIError.Cause.notOpened }
        for var context in try await contexts(of: request) {
            guard let plain = try? context.recipient.open(bytes) else { continue }
            guard
                let (type, content) = EncapsulatedFormat.content(of: plain)
            else { throw APIError.Cause.notOpened }
            request.body = HTTPBody(content)
            request.headers.putMediaType(type)
            request.headers.drop(.contentLength)
            return context.encapsulated.base64EncodedString()
        }
        throw APIError.Cause.notOpened
    }

    /// Seals the response to a request with the secret that only its sender has.
    package func seal(
        response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        for var context in try await contexts(of: request) {
            if let bytes = request.body?.data, (try? context.recipient.open(bytes)) == nil {
                continue
            }
            let secret = try context.recipient.exportSecret(
                context: EncapsulatedFormat.responseLabel, outputByteCount: 32)
            return try EncapsulatedFormat.seal(
                &response, ResponseSecret(key: secret, enc: context.encapsulated))
        }
        throw APIError.Cause.notOpened
    }

    /// Returns a context for each sender that the request may have.
    private func contexts(
        of request: TransportRequest
    ) async throws -> [(recipient: HPKE.Recipient, encapsulated: Data)] {
        guard let field = EncapsulatedFormat.parts(of: request) else {
            throw APIError.Cause.notOpened
        }
        let key = try await keys.key(opening: field.keyID)
        let info = EncapsulatedFormat.info(request.method, request.target)
        var sources: [(psk: SecretKey?, client: PublicKey?)] = []
        switch field.mode {
        case "base" where senders.isEmpty && clients.isEmpty: sources = [(nil, nil)]
        case "psk":
            for case .psk(let psk) in senders where KeyID.areSame(psk.id, field.pskID ?? "") {
                sources.append((psk, nil))
            }
        case "auth": sources = clients.map { (nil, $0) }
        default: break
        }
        return sources.compactMap { psk, client in
            let recipient = try? HPKESuite.recipient(
                key, encapsulated: field.encapsulated, info: info, psk: psk, client: client)
            return recipient.map { ($0, field.encapsulated) }
        }
    }
}

extension HPKERecipient: RedactedStringConvertible {
    /// The ids of the keys, without their bytes.
    package var description: String { "HPKE with \(keys)" }
}
