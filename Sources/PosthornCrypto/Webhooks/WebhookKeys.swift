internal import Crypto
import FoundationEssentials
public import PosthornCore

/// The keys with which a server verifies the webhooks of one sender.
///
/// ```swift
/// let keys = try WebhookKeys.standardWebhooks(secret, previous: [oldSecret])
/// let event = try await ShopAPI.webhooks.event(from: request, keys: keys)
/// ```
///
/// A message passes if one of the keys has signed it. To change a key, give the new one and the old one, let the sender
/// sign with the new one, and remove the old one. No description shows a key. Values may be used from any thread.
public struct WebhookKeys: Sendable {
    /// The memory of messages, which refuses a message that was received before.
    ///
    /// By default one that all keys of the process share: it keeps up to a million messages, each for twice the time
    /// window. Several instances of a server share one of their own. `nil` accepts a message as often as it arrives. It
    /// is `nil` by default for schemes without a time (``github(_:previous:)`` and ``querySecret(_:previous:)``):
    /// their messages would have to be remembered for as long as the key is in use.
    public var memory: (any ReplayMemory)?
    /// The greatest length of a body in bytes; 1 MiB by default, and 25 MiB for ``github(_:previous:)``.
    public var bodyLimit = 1 << 20
    /// The clock by which messages are judged.
    ///
    /// By default this machine's time.
    public var clock = SigningClock()
    let scheme: WebhookScheme.Name
    let keys: [Key]

    /// A key of one of the schemes.
    enum Key: Sendable {
        case secret(SymmetricKey)
        case ed25519(Curve25519.Signing.PublicKey)
        case verifying(VerifyingKey)
    }

    static let sharedMemory = LocalReplayMemory(limit: 1_000_000)

    private init(
        _ scheme: WebhookScheme.Name, _ keys: [Key], memory: (any ReplayMemory)? = sharedMemory
    ) {
        (self.scheme, self.keys, self.memory) = (scheme, keys, memory)
    }

    /// Creates keys of Standard Webhooks.
    ///
    /// - Parameters:
    ///   - key: A secret, `whsec_` and base64, or a public Ed25519 key, `whpk_` and base64, as the sender shows it.
    ///   - previous: Keys with which the sender may still sign. Empty by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` for another text.
    public static func standardWebhooks(
        _ key: String, previous: [String] = []
    ) throws(APIError.Cause) -> WebhookKeys {
        var keys: [Key] = []
        for text in [key] + previous {
            let isPublic = text.hasPrefix("whpk_")
            let start = isPublic ? 5 : text.hasPrefix("whsec_") ? 6 : 0
            let digits = text.dropFirst(start)
            // Some senders leave the padding out.
            let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
            let bytes = Data(base64Encoded: digits + padding) ?? Data()
            if isPublic, let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) {
                keys.append(.ed25519(key))
            } else if !isPublic, bytes.count >= 16 {
                keys.append(.secret(SymmetricKey(data: bytes)))
            } else {
                throw .key(
                    "a key of Standard Webhooks is not `whsec_` or `whpk_` with base64 of at least 16 bytes",
                    "give the key as the sender shows it, without blanks and line breaks")
            }
        }
        return WebhookKeys(.standardWebhooks, keys)
    }

    /// Creates keys of Stripe's scheme.
    ///
    /// - Parameters:
    ///   - secret: The secret of the webhook endpoint as the sender shows it, such as `whsec_…`. All of its characters
    ///     are the key.
    ///   - previous: Secrets with which the sender may still sign. Empty by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` for less than 16 bytes, or line breaks.
    public static func stripe(
        _ secret: String, previous: [String] = []
    ) throws(APIError.Cause) -> WebhookKeys {
        WebhookKeys(.stripe, try texts(secret, previous))
    }

    /// Creates keys of GitHub's scheme.
    ///
    /// GitHub signs neither a time nor the header fields. Whoever has a message can send it again at any time, and as
    /// another event.
    /// - Parameters:
    ///   - secret: The secret that you gave to the sender.
    ///   - previous: Secrets with which the sender may still sign. Empty by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` for less than 16 bytes, or line breaks.
    public static func github(
        _ secret: String, previous: [String] = []
    ) throws(APIError.Cause) -> WebhookKeys {
        var keys = WebhookKeys(.github, try texts(secret, previous), memory: nil)
        keys.bodyLimit = 25 << 20
        return keys
    }

    /// Creates keys of HTTP Message Signatures (RFC 9421).
    ///
    /// A message names its key. The URL of the request must be the one that the sender uses, as in
    /// `https://hooks.example.com/orders`, also behind a proxy.
    /// - Parameter keys: All keys with which the sender may sign.
    public static func httpMessageSignature(_ keys: [VerifyingKey]) -> WebhookKeys {
        WebhookKeys(.httpMessageSignature, keys.map { .verifying($0) })
    }

    /// Creates keys for senders that only send a secret in the query of the URL.
    ///
    /// - Warning: Nothing in the message is signed. URLs are stored in the logs of senders, proxies and servers, and
    ///   whoever reads one can send any event.
    /// - Parameters:
    ///   - secret: The secret without percent-encoding.
    ///   - previous: Secrets that the sender may still use. Empty by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` for less than 16 bytes, or line breaks.
    public static func querySecret(
        _ secret: String, previous: [String] = []
    ) throws(APIError.Cause) -> WebhookKeys {
        WebhookKeys(.querySecret, try texts(secret, previous), memory: nil)
    }

    /// The characters of the texts as keys.
    private static func texts(
        _ first: String, _ others: [String]
    ) throws(APIError.Cause) -> [Key] {
        var keys: [Key] = []
        for text in [first] + others {
            try ensure(
                text.utf8.count >= 16 && !text.contains(where: \.isNewline), .invalidKey,
                "a secret of a webhook has less than 16 bytes, or a line break",
                "give the sender a random secret of 32 characters, and read it without the line break "
                    + "at its end")
            keys.append(.secret(SymmetricKey(data: Data(text.utf8))))
        }
        return keys
    }
}

extension WebhookKeys: RedactedStringConvertible {
    /// The scheme and the number of keys.
    public var description: String { "WebhookKeys(\(scheme.rawValue), \(keys.count) keys)" }
}
