import FoundationEssentials
public import PosthornCore

/// A signer of messages by Standard Webhooks, for the sender of webhooks.
///
/// It signs the id, the time and the body, and sends `webhook-id`, `webhook-timestamp` and `webhook-signature`. A
/// key for HMAC with SHA-256 signs as `v1`, and an Ed25519 key as `v1a`. The receiver verifies them with
/// ``WebhookKeys/standardWebhooks(_:previous:)``.
///
/// The id is the request's `Idempotency-Key`, so that repeated attempts of a call have one id. Without this field,
/// each attempt has an id of its own. Bodies of files and streams are refused. Responses are not verified.
public struct StandardWebhooksSigner: Signer {
    /// The start of the names of the three header fields; `webhook` by default.
    public var prefix = "webhook"
    /// The clock with which messages are signed.
    public let clock: SigningClock
    private let keys: any KeyProvider<SigningKey>

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - key: The key, such as one from `SigningKey(standardWebhooks:id:)`.
    ///   - clock: The clock with which messages are signed. By default this machine's time.
    public init(key: any KeyProvider<SigningKey>, clock: SigningClock = SigningClock()) {
        keys = key
        self.clock = clock
    }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? { keys.fixedServers }

    /// `Standard Webhooks`.
    public var name: String { "Standard Webhooks" }

    /// Adds the id, the time and the signature to the header fields.
    ///
    /// - Throws: An `APIError.Cause` with the code `sealingFailed` if the body is not in memory, and with the code
    ///   `invalidKey` for a key of another algorithm.
    public func sign(_ request: inout TransportRequest) async throws {
        let key = try await keys.current(for: request)
        let versions: [SignatureAlgorithm: String] = [.hmacSHA256: "v1", .ed25519: "v1a"]
        let version = try versions[key.algorithm].orThrow(
            .key(
                "Standard Webhooks has no signatures by \(key.algorithm)",
                "use HMAC with SHA-256, or Ed25519"))
        let body = try (request.body ?? HTTPBody(Data())).data.orThrow(
            .unsignable(
                "Standard Webhooks signs bodies in memory, and this one is in a file or a stream",
                "send the bytes as data"))
        let own = request.headers[.idempotencyKey].flatMap { $0.utf8.contains(0x2e) ? nil : $0 }
        let id = own ?? "msg_" + ExchangeID.random()
        let time = String(Int64(clock.now.timeIntervalSince1970))
        let signature = try key.sign(Data("\(id).\(time).".utf8) + body)
        let fields = [
            ("id", id), ("timestamp", time),
            ("signature", "\(version),\(signature.base64EncodedString())"),
        ]
        for (ending, value) in fields {
            let field = try HTTPField.Name("\(prefix)-\(ending)").orThrow(
                .unsignable(
                    "the prefix of the header fields is not one that HTTP allows",
                    "use one such as `webhook`"))
            request.headers[field] = value
        }
    }

    /// Accepts every response.
    public func verify(_ response: TransportResponse, to request: TransportRequest) {}

    /// `true`: responses are not verified.
    public var verifiesStreams: Bool { true }
}

extension SigningKey {
    /// Reads a secret of Standard Webhooks.
    ///
    /// - Parameters:
    ///   - text: `whsec_` and base64 of at least 16 bytes.
    ///   - id: The key's id, which is not sent.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` for another text.
    public init(standardWebhooks text: String, id: String) throws(APIError.Cause) {
        let bytes = text.hasPrefix("whsec_") ? Data(base64Encoded: String(text.dropFirst(6))) : nil
        let secret = try bytes.orThrow(
            .key(
                "a secret of Standard Webhooks is not `whsec_` with base64",
                "give the secret as it was made, without blanks and line breaks"))
        try self.init(SecretKey(id: id, bytes: secret, for: .signatures), allowsShortKeys: true)
    }
}
