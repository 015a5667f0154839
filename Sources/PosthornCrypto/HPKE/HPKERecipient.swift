internal import Crypto
import FoundationEssentials
package import PosthornCore

/// The server of ``HPKECipher``: it has the private keys, and authenticates the senders.
package struct HPKERecipient: Sendable {
    private let keys: any KeyProvider<PrivateKey>
    private let sharedKeys: (any KeyProvider<SecretKey>)?
    private let clients: (any KeyProvider<PublicKey>)?

    /// Creates a recipient.
    ///
    /// - Parameters:
    ///   - sharedKeys: The shared keys of the senders, for the mode psk.
    ///   - clients: The public keys of the senders, for the mode auth. Without any of both, senders are anonymous.
    package init(
        key: any KeyProvider<PrivateKey>, sharedKeys: (any KeyProvider<SecretKey>)?,
        clients: (any KeyProvider<PublicKey>)?
    ) throws(APIError.Cause) {
        try key.checkFixed { key throws(APIError.Cause) in try HPKESuite.check(key.publicKey) }
        try sharedKeys?.checkFixed { key throws(APIError.Cause) in try HPKESuite.check(key) }
        try clients?.checkFixed { key throws(APIError.Cause) in try HPKESuite.check(key) }
        (keys, self.sharedKeys, self.clients) = (key, sharedKeys, clients)
    }

    /// Opens a request.
    ///
    /// - Returns: The encapsulated key, which is new for each request; `nil` for a request without a body.
    package func open(request: inout TransportRequest) async throws -> ReceivedMessage? {
        guard let bytes = try request.sealedBody(HPKECipher.mediaType) else { return nil }
        var (context, field) = try await context(of: request)
        guard let plain = try? context.open(bytes),
            let (type, content) = EncapsulatedFormat.content(of: plain)
        else { throw APIError.Cause.notOpened }
        request.replaceBody(content, type)
        return ReceivedMessage(id: field.encapsulated.base64EncodedString(), keyID: field.keyID)
    }

    /// Seals the response to a request with the secret that only its sender has.
    package func seal(
        response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        let (context, field) = try await context(of: request)
        let secret = try context.exportSecret(
            context: EncapsulatedFormat.responseLabel, outputByteCount: 32)
        try EncapsulatedFormat.seal(
            &response, ResponseSecret(key: secret, enc: field.encapsulated))
    }

    /// Returns the context of a request with the key of the sender that it names.
    private func context(
        of request: TransportRequest
    ) async throws -> (HPKE.Recipient, EncapsulatedFormat.Parts) {
        guard let field = EncapsulatedFormat.parts(of: request) else {
            throw APIError.Cause.notOpened
        }
        let key = try await keys.key(opening: field.keyID)
        try HPKESuite.check(key.publicKey)
        var (psk, client): (SecretKey?, PublicKey?)
        switch (field.mode, field.senderID) {
        case ("base", nil) where sharedKeys == nil && clients == nil: break
        case ("psk", let id?):
            psk = try await sharedKeys.orThrow(.notOpened).key(id: id).orThrow(.notOpened)
            if let psk { try HPKESuite.check(psk) }
        case ("auth", let id?):
            client = try await clients.orThrow(.notOpened).key(id: id).orThrow(.notOpened)
        default: throw APIError.Cause.notOpened
        }
        let context = try? HPKESuite.recipient(
            key, encapsulated: field.encapsulated,
            info: EncapsulatedFormat.info(request.method, request.target), psk: psk, client: client)
        return (try context.orThrow(.notOpened), field)
    }
}

extension HPKERecipient: RedactedStringConvertible {
    /// The ids of the keys, without their bytes.
    package var description: String { "HPKE with \(keys)" }
}
