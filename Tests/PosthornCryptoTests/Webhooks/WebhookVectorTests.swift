import Foundation
import Posthorn
@_spi(Generated) import PosthornCrypto
import TestSupport
import Testing

@Suite("Vectors of webhooks", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct WebhookVectorTests {
    @Test func vectorFileIsComplete() {
        #expect(WebhookVector.all.count == 14)
        #expect(Set(WebhookVector.all.map(\.scheme)).count == 5)
    }

    @Test(arguments: WebhookVector.all)
    func acceptsMessageOfTheSendersLibrary(_ vector: WebhookVector) async throws {
        let event = try await vector.event()
        #expect(event.body == Data(vector.body.utf8))
        #expect(event.value == (try JSONValue(jsonData: Data(vector.body.utf8))))
        #expect(event.id == (vector.headers["webhook-id"] ?? vector.headers["svix-id"]))
        let isTimed = !["github", "query-secret"].contains(vector.scheme)
        #expect(event.time == (isTimed ? Date(timeIntervalSince1970: vector.time) : nil))
    }

    @Test(arguments: WebhookVector.all)
    func refusesOtherKeys(_ vector: WebhookVector) async throws {
        let other =
            switch vector.scheme {
            case "standard-webhooks":
                try WebhookKeys.standardWebhooks(
                    Data(repeating: 1, count: 24).base64EncodedString())
            case "http-message-signature":
                try vector.keys([String(repeating: "01", count: 32)])
            default: try vector.keys([String(repeating: "x", count: 24)])
            }
        #expect(await vector.refusal(keys: other)?.code == .notVerified)
    }

    /// During a change of keys, the server has the new and the old one, or the sender signs with both.
    @Test(arguments: ["standard-webhooks", "stripe"])
    func changesKeys(_ scheme: String) async throws {
        let old = try WebhookVector.named(scheme)
        let both = try WebhookVector.named("\(scheme), two keys")
        let new = Array(both.secrets.dropFirst())
        try await old.event(keys: old.keys(new + old.secrets))
        try await both.event(keys: both.keys(new))
        try await both.event(keys: both.keys(old.secrets))
        #expect(await old.refusal(keys: try old.keys(new))?.code == .notVerified)
    }

    @Test(arguments: WebhookVector.all.filter { !["github", "query-secret"].contains($0.scheme) })
    func judgesTheTimeOfAuthenticMessages(_ vector: WebhookVector) async throws {
        for distance: TimeInterval in [-300, -299, 0, 299, 300] {
            try await vector.event(keys: vector.keys(at: vector.time + distance))
        }
        for distance: TimeInterval in [-86_400, -301, 301, 86_400] {
            let late = try vector.keys(at: vector.time + distance)
            #expect(await vector.refusal(keys: late)?.code == .outsideTimeWindow)
            // Without the key, nothing tells whether the time would be right.
            var changed = vector.request
            changed.body = HTTPBody(Data("[]".utf8))
            #expect(await vector.refusal(changed, keys: late)?.code == .notVerified)
        }
    }

    /// Some senders show their keys without the padding of base64, or without the prefix.
    @Test func readsKeysInEachForm() async throws {
        let both = try WebhookVector.named("standard-webhooks, two keys")
        let padded = both.secrets[1]
        #expect(padded.hasSuffix("="))
        for text in [padded, padded.replacing("=", with: ""), String(padded.dropFirst(6))] {
            try await both.event(keys: both.keys([text]))
        }
    }
}
