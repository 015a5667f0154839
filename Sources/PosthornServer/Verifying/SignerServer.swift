public import PosthornCore
public import PosthornCrypto

/// The server's half of the signers.
///
/// ```swift
/// var verifier = SignatureVerifier(key: clients)
/// verifier.replayMemory = LocalReplayMemory()
/// let server = SignerServer(verifier, signing: MessageSigner(key: ownKey))
/// ```
///
/// It verifies requests, and signs the responses to them if the format has signed responses. All defects of a request have
/// one message.
public struct SignerServer: RequestVerifier {
    /// Whether the signature is that of the message before it was sealed; that of the signer by default.
    public var verifiesOpened: Bool
    private let verifying: @Sendable (TransportRequest) async throws -> Void
    private let signing: @Sendable (inout TransportResponse, TransportRequest) async throws -> Void

    private init(
        _ verifiesOpened: Bool,
        verify: @escaping @Sendable (TransportRequest) async throws -> Void,
        sign: @escaping @Sendable (inout TransportResponse, TransportRequest) async throws -> Void
    ) {
        self.verifiesOpened = verifiesOpened
        verifying = verify
        signing = sign
    }

    /// Creates the server's half of HTTP Message Signatures (RFC 9421).
    ///
    /// - Parameters:
    ///   - verifier: Verifies the requests. Its `replayMemory` detects repeated ones.
    ///   - signer: Signs the responses: status, media type, body, and the signature of the request that has the signer's
    ///     `label`. `nil`, the default, signs none.
    public init(_ verifier: SignatureVerifier, signing signer: MessageSigner? = nil) {
        self.init(
            signer?.signsBeforeSealing ?? false, verify: { try await verifier.verify($0) },
            sign: { try await signer?.sign(&$0, to: $1) })
    }

    /// Creates the server's half of `HMACSigner`.
    ///
    /// - Parameters:
    ///   - signer: A signer with the keys and the settings of the clients. It signs responses if it `verifiesResponses`.
    ///   - memory: Remembers the nonces. A memory in the process by default.
    public init(_ signer: HMACSigner, memory: any ReplayMemory = LocalReplayMemory()) {
        self.init(
            signer.signsBeforeSealing, verify: { try await signer.verify($0, memory: memory) },
            sign: { if signer.verifiesResponses { try await signer.sign(&$0, to: $1) } })
    }

    /// Creates the server's half of detached JSON Web Signatures.
    ///
    /// A request without a body passes without a signature. The signature has no time, so that repeated requests pass.
    /// - Parameters:
    ///   - verifier: Verifies the requests.
    ///   - signer: Has the header field, and whether it signs before sealing.
    ///   - key: Signs the responses. `nil`, the default, signs none.
    public init(_ verifier: JWSVerifier, of signer: JWSSigner, signing key: SigningKey? = nil) {
        self.init(
            signer.signsBeforeSealing,
            verify: { request in
                guard let body = request.body else { return }
                let signature = try request.headers[signer.field]
                    .orThrow(.notSigned(signer.field.rawName))
                guard let bytes = body.data else { throw APIError.Cause.notVerified }
                try await verifier.verify(signature, detached: bytes)
            },
            sign: { response, _ in
                guard let key else { return }
                response.headers[signer.field] = try JWSSigner.signature(
                    of: response.body, by: key, encodesPayload: signer.encodesPayload)
            })
    }

    /// Creates the server's half of AWS Signature Version 4 in `Authorization`.
    ///
    /// Presigned URLs and bodies that are signed in chunks are refused.
    /// - Parameters:
    ///   - signer: Has the region, the service, the rule for paths and the clock. Its credentials are not used. Bodies
    ///     without a signature are accepted if its `payload` is `unsigned`.
    ///   - window: The greatest difference between the clock and the signed time. 5 minutes by default.
    ///   - memory: Remembers the signatures. A memory in the process by default; with `nil`, a request passes as often as it
    ///     is received within the window.
    ///   - credentials: Returns the credentials with an access key id, or `nil` if there are none.
    public init(
        _ signer: AWSSigner, window: Duration = .seconds(300),
        memory: (any ReplayMemory)? = LocalReplayMemory(),
        credentials: @escaping @Sendable (String) async throws -> AWSCredentials?
    ) {
        self.init(
            signer.signsBeforeSealing,
            verify: { request in
                let message = try await signer.verify(
                    request: request, window: window, credentials: credentials)
                try await memory?.require(
                    message.id, ofKey: message.keyID, in: signer.name, for: window * 2)
            }, sign: { _, _ in })
    }

    /// Creates the server's half of `ParameterSigner`.
    ///
    /// - Parameters:
    ///   - signer: A signer with the keys and the settings of the clients.
    ///   - window: The greatest difference between the clock and the signed time, if there is one. 5 minutes by default.
    ///   - memory: Remembers the nonces, or the signatures if there are none. A memory in the process by default; with
    ///     `nil`, a request passes as often as it is received.
    public init(
        _ signer: ParameterSigner, window: Duration = .seconds(300),
        memory: (any ReplayMemory)? = LocalReplayMemory()
    ) {
        self.init(
            signer.signsBeforeSealing,
            verify: { request in
                let message = try await signer.verify(request: request, window: window)
                try await memory?.require(
                    message.id, ofKey: message.keyID, in: signer.name,
                    for: signer.timeName == nil ? nil : window * 2)
            }, sign: { _, _ in })
    }

    /// Verifies a request.
    public func verify(_ request: TransportRequest) async throws { try await verifying(request) }

    /// Signs the response to a request.
    public func sign(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try await signing(&response, request)
    }
}

extension SignerServer: RedactedStringConvertible {}
