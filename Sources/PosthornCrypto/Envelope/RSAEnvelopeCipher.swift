internal import CryptoExtras
import FoundationEssentials
public import PosthornCore

/// A cipher that seals bodies with AES-256-GCM under keys that RSA-OAEP transports to the server.
///
/// Use it for servers with RSA keys. If the server can use an elliptic-curve key, use ``HPKECipher``. Each attempt has a
/// secret of its own, encrypted for the server, so only a holder of the server's private key can seal the response.
/// `Documentation/Ciphers.md` specifies the format.
///
/// The server does not learn who sealed a request: add a signer for that. For a request without a body and without a
/// signature, a party that terminates TLS can have the response sealed for itself. See `Documentation/ThreatModel.md`.
public struct RSAEnvelopeCipher: PayloadCipher {
    private let envelope = SealedExchange(.rsaOAEP)
    private let recipient: any KeyProvider<PublicKey>

    /// Creates a cipher for a server.
    ///
    /// - Parameter recipient: The server's public RSA key, or a provider of it. Another key of a provider fails the call
    ///   that uses it.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the key is not an RSA key or does not
    ///   permit this use.
    public init(recipient: any KeyProvider<PublicKey>) throws(APIError.Cause) {
        try recipient.checkFixed { key throws(APIError.Cause) in _ = try Self.material(of: key) }
        self.recipient = recipient
    }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? { recipient.fixedServers }

    /// The cipher's name, `RSA-OAEP-256 with AES-256-GCM`.
    public var name: String { EnvelopeFormat.rsaOAEP.name }

    /// The keys of the exchange, stored in the request's metadata and never sent.
    private enum Exchange: RequestMetadata.Key {
        typealias Value = DirectionKeys
    }

    /// Seals the request's body, if there is one, and asks for a sealed response.
    public func seal(_ request: inout TransportRequest) async throws {
        let recipient = try await recipient.current(for: request)
        let rsa = try Self.material(of: recipient)
        let secret = SymmetricKey(size: .bits256)
        let wrapped = try attempt({ try rsa.wrap(secret) }) { .notSealed(name, $0) }
        let keys = Self.keys(recipient.id, secret, wrapped)
        try envelope.seal(&request, with: keys)
        request.headers[ExchangeID.encapsulatedField] = EncapsulatedFormat.value(
            "rsa-oaep-256", recipient.id, wrapped, sender: nil)
        request.metadata[Exchange.self] = keys
    }

    /// Opens the response with the key derived from the request's secret.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        let received = try envelope.received(response)
        let keys = try request.metadata[Exchange.self].orThrow(.notEncapsulated)
        guard KeyID.areSame(received.keyID, keys.keyID) else {
            throw APIError.Cause.unknownKey(received.keyID)
        }
        try envelope.open(&response, received, to: request, with: keys)
    }

    static func keys(_ keyID: String, _ secret: SymmetricKey, _ wrapped: Data) -> DirectionKeys {
        func derived(_ direction: String) -> DirectionKey {
            .fixed(
                HKDF<SHA256>.deriveKey(
                    inputKeyMaterial: secret, salt: wrapped,
                    info: Data("\(EnvelopeFormat.rsaOAEP.label) \(direction)".utf8),
                    outputByteCount: 32))
        }
        return DirectionKeys(
            keyID: keyID, request: derived("request"), response: derived("response"))
    }

    static func material(of key: PublicKey) throws(APIError.Cause) -> _RSA.Signing.PublicKey {
        guard case .rsa(let material) = key.material else {
            throw .key(
                "the key is of \(key.kind), and RSA-OAEP takes one of RSA",
                "use the server's RSA key, or HPKECipher for a key of a curve")
        }
        try key.permissions.require(
            "enc", ["encrypt", "decrypt", "wrapKey", "unwrapKey"], algorithm: "RSA-OAEP-256")
        return material
    }
}
