internal import Crypto
import FoundationEssentials
public import Posthorn

/// Seals bodies for a server's public key by HPKE (RFC 9180), and opens answers that only who could
/// open the request can seal.
///
/// Each request has a key of its own: nobody holds a secret that opens what was recorded, but the
/// server's private key. The response is sealed with a key that is exported from the same exchange, as
/// in RFC 9458, section 4.4. `Documentation/Ciphers.md` has the format.
///
/// **What it protects:** content and media type of the bodies, and that a response belongs to this
/// request and comes from whoever has the server's private key. With ``Sender/psk(_:)`` or
/// ``Sender/key(_:)`` the server also knows who sealed the request, if it has a body: without one
/// nothing is sealed, and a signer has to follow. An anonymous one without a body and a signer lets
/// whoever ends TLS have the response sealed for himself. **Against whom:** everybody without
/// the server's private key; who gets that later reads what was recorded. **What it does not:** the
/// URL, other header fields and the length; that a request is not replayed is the server's to check,
/// by the field `Posthorn-Encapsulated`, which is new for each attempt.
public struct HPKECipher: PayloadCipher {
    /// How the server knows who sealed a request.
    public enum Sender: Sendable {
        /// Not at all (mode base).
        case anonymous
        /// By a key that both hold, of 32 bytes at least; its id is sent with each request (mode psk).
        case psk(SecretKey)
        /// By the client's own key pair, of the same kind as the server's (mode auth).
        case key(PrivateKey)
    }

    private let recipients: any KeyProvider<PublicKey>
    private let sender: Sender

    /// Creates a cipher.
    /// - Parameters:
    ///   - recipient: The server's public key: X25519 (with ChaCha20-Poly1305) or P-256 (with
    ///     AES-256-GCM), both with HKDF-SHA256.
    ///   - sender: How the server knows who sealed. Not at all by default.
    /// - Throws: a fault of the code `invalidKey` when a key is of another kind or length.
    public init(recipient: PublicKey, sender: Sender = .anonymous) throws(APIError.Cause) {
        try HPKESuite.check(recipient, sender)
        recipients = SingleKey(key: recipient)
        self.sender = sender
    }

    /// Creates a cipher for a server whose key changes; a key of another kind fails the calls.
    public init(recipients: any KeyProvider<PublicKey>, sender: Sender = .anonymous) {
        self.recipients = recipients
        self.sender = sender
    }

    /// `HPKE`.
    public var name: String { "HPKE" }

    /// The media type of sealed bodies.
    public static let mediaType = "application/vnd.posthorn.hpke"

    /// Seals the body, if there is one, and asks for a sealed response.
    public func seal(_ request: inout TransportRequest) async throws {
        let recipient = try await recipients.current()
        try HPKESuite.check(recipient, sender)
        guard request.body?.data != nil || request.body == nil else {
            throw APIError.Cause.notInMemory(name)
        }
        try attempt {
            var context = try HPKESuite.sender(
                for: recipient, sender,
                info: EncapsulatedFormat.info(request.method, request.target))
            if let bytes = request.body?.data {
                let plain = try EncapsulatedFormat.plaintext(
                    request.headers.value(of: .contentType) ?? "", bytes)
                request.body = HTTPBody(try context.seal(plain))
                request.headers[.contentType] = Self.mediaType
            }
            let enc = context.encapsulatedKey
            request.headers[EncapsulatedFormat.field] = EncapsulatedFormat.value(
                sender.mode, recipient.id, enc, psk: sender.pskID)
            request.headers[.accept] = Self.mediaType
            request.metadata[AnswerSecret.self] = AnswerSecret(
                key: try context.exportSecret(
                    context: EncapsulatedFormat.answerLabel, outputByteCount: 32),
                enc: enc)
        } or: {
            .notSealed(name, $0)
        }
    }

    /// Opens the response by the secret that was exported when the request was sealed.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try response.require(Self.mediaType)
        let secret = try request.metadata[AnswerSecret.self].orThrow(.notEncapsulated)
        try EncapsulatedFormat.open(&response, secret)
    }
}

extension HPKECipher.Sender {
    var mode: String {
        switch self {
        case .anonymous: "base"
        case .psk: "psk"
        case .key: "auth"
        }
    }

    var pskID: String? { if case .psk(let key) = self { key.id } else { nil } }
}

extension HPKECipher: RedactedStringConvertible {
    /// The cipher's name, mode and the server's key id.
    public var description: String { "HPKE in mode \(sender.mode) for \(recipients)" }
}
