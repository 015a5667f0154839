internal import Crypto
internal import CryptoExtras
import FoundationEssentials
public import Posthorn

/// Seals bodies with AES-256-GCM under a key that RSA-OAEP carries to the server, and opens answers that
/// only who could open the request can seal.
///
/// For servers whose keys are RSA; where they can be of a curve, take ``HPKECipher``. Each attempt draws a
/// secret of 32 bytes, sends it in `Posthorn-Encapsulated`, encrypted for the server, and derives a key
/// for the request and one for the response from it. The envelope is that of ``AESGCMCipher``, with 3 as its
/// first byte; `Documentation/Ciphers.md` has the format.
///
/// **What it protects:** content and media type of the bodies, and that a response belongs to this
/// request and comes from whoever has the server's private key. **Against whom:** everybody without that
/// key; who gets it later reads what was recorded. **What it does not:** the URL, other header fields and
/// the length; and the server does not learn who sealed a request: let a signer follow in a
/// ``ComposedCipher``. Without one and without a body whoever ends TLS can have the response sealed for
/// himself.
///
/// **How long a key lasts:** as long as the server's pair; each exchange has keys of its own.
public struct RSAEnvelopeCipher: PayloadCipher {
    private let envelope = Envelope(suite: .rsaOAEP)
    private let recipients: any KeyProvider<PublicKey>

    /// Creates a cipher.
    /// - Parameter recipient: The server's public key, RSA.
    /// - Throws: a fault of the code `invalidKey` when the key is of another kind or for another use.
    public init(recipient: PublicKey) throws(APIError.Cause) {
        _ = try Self.material(of: recipient)
        self.init(recipients: SingleKey(key: recipient))
    }

    /// Creates a cipher for a server whose key changes; a key of another kind fails the calls.
    public init(recipients: any KeyProvider<PublicKey>) { self.recipients = recipients }

    /// `RSA-OAEP-256 with AES-256-GCM`.
    public var name: String { envelope.suite.name }

    /// What the response is opened with; it travels with the request inside of the process only.
    private struct Exchange: RequestMetadataKey, Sendable, RedactedStringConvertible {
        typealias Value = Exchange
        let keyID: String
        let answerKey: SymmetricKey
    }

    /// Seals the body, if there is one, and asks for a sealed response.
    public func seal(_ request: inout TransportRequest) async throws {
        let recipient = try await recipients.current()
        let rsa = try Self.material(of: recipient)
        let secret = SymmetricKey(size: .bits256)
        let wrapped = try attempt({ try rsa.wrap(secret) }) { .notSealed(name, $0) }
        let requestKey = derive("request", from: secret, wrapped)
        try envelope.seal(&request, with: (recipient.id, requestKey))
        request.headers[EncapsulatedFormat.field] = EncapsulatedFormat.value(
            "rsa-oaep-256", recipient.id, wrapped, psk: nil)
        request.metadata[Exchange.self] = Exchange(
            keyID: recipient.id, answerKey: derive("response", from: secret, wrapped))
    }

    /// Opens the response by the secret that the request has carried.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        let head = try envelope.head(of: response)
        let exchange = try request.metadata[Exchange.self].orThrow(.notEncapsulated)
        let isNamed = KeyID.areSame(head.keyID, exchange.keyID)
        try envelope.open(
            &response, to: request, head, with: isNamed ? exchange.answerKey : nil)
    }

    private func derive(
        _ direction: String, from secret: SymmetricKey, _ wrapped: Data
    ) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret, salt: wrapped,
            info: Data("\(envelope.suite.label) \(direction)".utf8), outputByteCount: 32)
    }

    private static func material(of key: PublicKey) throws(APIError.Cause) -> RSAPublicMaterial {
        guard case .rsa(let material) = key.material else {
            throw .key(
                "the key is of \(key.kind), and RSA-OAEP takes one of RSA",
                "use the server's RSA key, or HPKECipher for a key of a curve")
        }
        try key.purpose.require(
            "enc", ["encrypt", "decrypt", "wrapKey", "unwrapKey"], algorithm: "RSA-OAEP-256")
        return material
    }
}

extension RSAEnvelopeCipher: RedactedStringConvertible {
    /// The cipher's name and the server's key id.
    public var description: String { "\(name) for \(recipients)" }
}
