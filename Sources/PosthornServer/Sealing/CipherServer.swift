public import PosthornCore
public import PosthornCrypto

/// The server's half of the ciphers besides `EnvelopeCipher`, whose half is ``EnvelopeServer``.
///
/// ```swift
/// let server = CipherServer(JWECipher(clientKey, opening: ownKey), memory: memory)
/// let other = try CipherServer(hpke: ownKey, memory: nil)
/// ```
///
/// It opens requests and seals the responses to them. A request without a body passes as it is, because nothing in it is
/// sealed. These formats have no time: the memory has to remember each exchange for as long as its key is in use. All
/// defects of a request have one message.
public struct CipherServer: ServerCipher {
    /// The name of the algorithm, such as `JWE`.
    public let name: String
    private let memory: (any ReplayMemory)?
    private let opening: @Sendable (inout TransportRequest) async throws -> ReceivedMessage?
    private let sealing: @Sendable (inout TransportResponse, TransportRequest) async throws -> Void

    private init(
        _ name: String, _ memory: (any ReplayMemory)?,
        open: @escaping @Sendable (inout TransportRequest) async throws -> ReceivedMessage?,
        seal: @escaping @Sendable (inout TransportResponse, TransportRequest) async throws -> Void
    ) {
        self.name = name
        self.memory = memory
        opening = open
        sealing = seal
    }

    /// Creates the server's half of a cipher with the content coding `aes128gcm`.
    ///
    /// - Parameters:
    ///   - cipher: A cipher with the keys and the binding of the clients.
    ///   - memory: Remembers the requests. With `nil`, the server opens a request as often as it is received.
    public init(_ cipher: ContentEncodingCipher, memory: (any ReplayMemory)?) {
        self.init(
            cipher.name, memory, open: { try await cipher.open(request: &$0) },
            seal: { try await cipher.seal(response: &$0, to: $1) })
    }

    /// Creates the server's half of a cipher with JWE.
    ///
    /// - Parameters:
    ///   - cipher: A cipher that opens with the server's key and seals for the client's, such as its public one.
    ///   - memory: Remembers the requests. With `nil`, the server opens a request as often as it is received.
    public init(_ cipher: JWECipher, memory: (any ReplayMemory)?) {
        self.init(
            cipher.name, memory, open: { try await cipher.open(request: &$0) },
            seal: { try await cipher.seal(response: &$0, to: $1) })
    }

    /// Creates the server's half of a cipher of single fields.
    ///
    /// - Parameters:
    ///   - cipher: A cipher that opens with the server's key and seals for the client's, with the paths of all fields
    ///     that are sealed, because only the client knows those of the spec.
    ///   - memory: Remembers the requests. With `nil`, the server opens a request as often as it is received.
    public init(_ cipher: SealedFields, memory: (any ReplayMemory)?) {
        self.init(
            cipher.name, memory, open: { try await cipher.open(request: &$0) },
            seal: { try await cipher.seal(response: &$0, to: $1) })
    }

    /// Creates the server's half of `HPKECipher`.
    ///
    /// - Parameters:
    ///   - key: The server's private key, X25519 or P-256, or a provider of keys.
    ///   - sharedKeys: Provides the keys of clients that authenticate by a shared key. `nil`, the default, accepts none.
    ///   - clients: Provides the public keys of clients that authenticate by a key pair. `nil`, the default, accepts none.
    ///     Without any of both, only anonymous clients are accepted.
    ///   - memory: Remembers the requests. With `nil`, the server opens a request as often as it is received.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if a fixed key has another kind or length, or does not
    ///   permit this use.
    public init(
        hpke key: any KeyProvider<PrivateKey>, sharedKeys: (any KeyProvider<SecretKey>)? = nil,
        clients: (any KeyProvider<PublicKey>)? = nil, memory: (any ReplayMemory)?
    ) throws(APIError.Cause) {
        let recipient = try HPKERecipient(key: key, sharedKeys: sharedKeys, clients: clients)
        self.init(
            "HPKE", memory, open: { try await recipient.open(request: &$0) },
            seal: { try await recipient.seal(response: &$0, to: $1) })
    }

    /// Creates the server's half of `RSAEnvelopeCipher`.
    ///
    /// - Parameters:
    ///   - key: The server's private RSA key, or a provider of keys.
    ///   - memory: Remembers the requests. With `nil`, the server opens a request as often as it is received.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if a fixed key has another kind, or does not permit this use.
    public init(
        rsaEnvelope key: any KeyProvider<PrivateKey>, memory: (any ReplayMemory)?
    ) throws(APIError.Cause) {
        let recipient = try RSAEnvelopeRecipient(key: key)
        self.init(
            "RSA-OAEP-256 with AES-256-GCM", memory,
            open: { try await recipient.open(request: &$0) },
            seal: { try await recipient.seal(response: &$0, to: $1) })
    }

    /// Opens a request.
    ///
    /// - Throws: The provider's or the memory's error, or an `APIError.Cause` with the code `unknownKey` or
    ///   `openingFailed`.
    public func open(_ request: inout TransportRequest) async throws {
        var opened = request
        if let message = try await opening(&opened) {
            try await memory?.require(message.id, ofKey: message.keyID, in: name, for: nil)
        }
        request = opened
    }

    /// Seals the response to a request.
    ///
    /// - Throws: The provider's error, or an `APIError.Cause` with the code `unknownKey`, `openingFailed` or
    ///   `sealingFailed`.
    public func seal(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try await sealing(&response, request)
    }
}

extension CipherServer: RedactedStringConvertible {
    /// The name of the algorithm.
    public var description: String { name }
}
