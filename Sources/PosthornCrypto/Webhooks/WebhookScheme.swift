/// How a sender signs its webhooks, as a spec declares it.
@_spi(Generated) public enum WebhookScheme: Sendable {
    /// Standard Webhooks, with the start of the names of its three header fields.
    case standardWebhooks(prefix: String = "webhook", window: Duration = .seconds(300))
    /// Stripe's scheme, with its header field.
    case stripe(header: String = "Stripe-Signature", window: Duration = .seconds(300))
    /// GitHub's scheme, with its header field.
    case github(header: String = "X-Hub-Signature-256")
    /// RFC 9421, with components that a signature must cover beside method, URL and body.
    case httpMessageSignature(
        covers: [String] = [], tag: String? = nil, window: Duration = .seconds(300))
    /// A secret in a parameter of the query.
    case querySecret(query: String)

    /// The scheme's name in the spec.
    enum Name: String {
        case standardWebhooks = "standard-webhooks"
        case stripe, github
        case httpMessageSignature = "http-message-signature"
        case querySecret = "query-secret"
    }

    var name: Name {
        switch self {
        case .standardWebhooks: .standardWebhooks
        case .stripe: .stripe
        case .github: .github
        case .httpMessageSignature: .httpMessageSignature
        case .querySecret: .querySecret
        }
    }

    /// The greatest difference between the clock and the time of a message; `nil` if the scheme has no time.
    var window: Duration? {
        switch self {
        case .standardWebhooks(_, let window), .stripe(_, let window),
            .httpMessageSignature(_, _, let window):
            window
        case .github, .querySecret: nil
        }
    }
}
