import Foundation
import Posthorn
@_spi(Generated) import PosthornCrypto
import Testing

/// A message of `Vectors/webhooks.json`, which the senders' own libraries have signed.
struct WebhookVector: Codable, Sendable, CustomTestStringConvertible {
    let name: String
    let scheme: String
    let url: String
    let headers: [String: String]
    let body: String
    let secrets: [String]
    let time: TimeInterval
    var prefix: String?

    var testDescription: String { name }

    static let all: [WebhookVector] = {
        guard let json = try? Data(contentsOf: Vector.folder.appending(path: "webhooks.json"))
        else { return [] }
        return (try? JSONDecoder().decode([WebhookVector].self, from: json)) ?? []
    }()

    static func named(_ name: String) throws -> WebhookVector {
        try #require(all.first { $0.name == name })
    }

    var request: TransportRequest {
        var request = TransportRequest(method: .post, url: url, body: Data(body.utf8))
        for (name, value) in headers {
            if let name = HTTPField.Name(name) {
                request.headers.append(.init(name: name, value: value))
            }
        }
        return request
    }

    /// The header fields that are part of the signature.
    var signedFields: [String] {
        headers.keys.filter {
            !["Content-Type", "X-GitHub-Event", "X-GitHub-Delivery"].contains($0)
        }.sorted()
    }

    func keys(
        _ secrets: [String]? = nil, memory: (any ReplayMemory)? = nil, at time: TimeInterval? = nil
    ) throws -> WebhookKeys {
        let secrets = secrets ?? self.secrets
        let (first, others) = (secrets[0], Array(secrets.dropFirst()))
        var keys =
            switch scheme {
            case "standard-webhooks": try WebhookKeys.standardWebhooks(first, previous: others)
            case "stripe": try WebhookKeys.stripe(first, previous: others)
            case "github": try WebhookKeys.github(first, previous: others)
            case "query-secret": try WebhookKeys.querySecret(first, previous: others)
            default:
                WebhookKeys.httpMessageSignature(
                    try secrets.map {
                        try VerifyingKey(SecretKey(id: "k", bytes: Data(hex: $0), for: .signatures))
                    })
            }
        keys.memory = memory
        let now = time ?? self.time
        keys.clock = SigningClock { Date(timeIntervalSince1970: now) }
        return keys
    }

    var form: WebhookScheme {
        switch scheme {
        case "standard-webhooks": .standardWebhooks(prefix: prefix ?? "webhook")
        case "stripe": .stripe()
        case "github": .github()
        case "query-secret": .querySecret(query: "token")
        default: .httpMessageSignature(covers: ["x-shop-event"])
        }
    }

    @discardableResult
    func event(
        _ request: TransportRequest? = nil, keys: WebhookKeys? = nil
    ) async throws -> VerifiedEvent<JSONValue> {
        try await (keys ?? self.keys()).event(from: request ?? self.request, by: form)
    }

    /// The error of a message that is refused; `nil` for one that is accepted.
    func refusal(
        _ request: TransportRequest? = nil, keys: WebhookKeys? = nil
    ) async -> APIError.Cause? {
        do {
            try await event(request, keys: keys)
            return nil
        } catch {
            return error as? APIError.Cause ?? APIError.Cause(.openingFailed, "\(error)")
        }
    }
}
