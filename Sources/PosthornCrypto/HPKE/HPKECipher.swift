internal import Crypto
public import PosthornCore

/// A cipher that seals bodies for a server's public key with HPKE (RFC 9180).
///
/// Each request has its own key, so only the server's private key decrypts recorded traffic. The response is
/// sealed with a key exported from the same exchange, as in RFC 9458, section 4.4. Only a holder of the
/// server's private key can therefore seal it. `Documentation/Ciphers.md` specifies the format.
///
/// With ``Sender/psk(_:)`` or ``Sender/key(_:)`` the server authenticates the sender of a request that has a body. For an
/// anonymous request without a body and without a signature, a party that terminates TLS can have the response sealed
/// for itself: add a signer. The URL, the other header fields and the length of bodies stay readable. See
/// `Documentation/ThreatModel.md`.
public struct HPKECipher: PayloadCipher {
    /// The way in which the server authenticates the sender of a request.
    public enum Sender: Sendable {
        /// The server does not authenticate the sender (mode base).
        case anonymous
        /// A shared key of at least 32 bytes, whose id is sent with each request (mode psk).
        case psk(SecretKey)
        /// The client's own key pair, of the same kind as the server's, whose id is sent with each request (mode auth).
        case key(PrivateKey)
    }

    private let recipient: any KeyProvider<PublicKey>
    private let sender: Sender

    /// Creates a cipher for a server.
    ///
    /// - Parameters:
    ///   - recipient: The server's public key, X25519 (with ChaCha20-Poly1305) or P-256 (with AES-256-GCM),
    ///     both with HKDF-SHA256; or a provider of it. Another key of a provider fails the call that uses it.
    ///   - sender: The authentication of the sender. Anonymous by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if a key has another kind or length, or
    ///   does not permit this use.
    public init(
        recipient: any KeyProvider<PublicKey>, sender: Sender = .anonymous
    ) throws(APIError.Cause) {
        try recipient.checkFixed { key throws(APIError.Cause) in try HPKESuite.check(key, sender) }
        self.recipient = recipient
        self.sender = sender
    }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? {
        ServerScope.intersection([recipient.fixedServers, sender.key?.servers])
    }

    /// The cipher's name, `HPKE`.
    public var name: String { "HPKE" }

    /// The media type of sealed bodies, `application/vnd.posthorn.hpke`.
    public static let mediaType = "application/vnd.posthorn.hpke"

    /// Seals the request's body, if there is one, and asks for a sealed response.
    public func seal(_ request: inout TransportRequest) async throws {
        let recipient = try await recipient.current(for: request)
        try HPKESuite.check(recipient, sender)
        let body = try request.body.map { try $0.data.orThrow(.notInMemory(name)) }
        try attempt {
            var context = try HPKESuite.sender(
                for: recipient, sender,
                info: EncapsulatedFormat.info(request.method, request.target))
            if let bytes = body {
                let plain = try EncapsulatedFormat.plaintext(
                    request.headers.value(of: .contentType) ?? "", bytes)
                request.body = HTTPBody(try context.seal(plain))
                request.headers[.contentType] = Self.mediaType
            }
            let enc = context.encapsulatedKey
            request.headers[ExchangeID.encapsulatedField] = EncapsulatedFormat.value(
                sender.mode, recipient.id, enc, sender: sender.key?.id)
            request.headers[.accept] = Self.mediaType
            request.metadata[ResponseSecret.self] = ResponseSecret(
                key: try context.exportSecret(
                    context: EncapsulatedFormat.responseLabel, outputByteCount: 32),
                enc: enc)
        } or: {
            .notSealed(name, $0)
        }
    }

    /// Opens the response with the secret exported when the request was sealed.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try response.require(Self.mediaType)
        let secret = try request.metadata[ResponseSecret.self].orThrow(.notEncapsulated)
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

    /// The sender's key; `nil` if the sender is anonymous.
    var key: (any NamedKey)? {
        switch self {
        case .anonymous: nil
        case .psk(let key): key
        case .key(let key): key
        }
    }
}
