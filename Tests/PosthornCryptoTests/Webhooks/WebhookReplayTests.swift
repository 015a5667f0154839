import Foundation
import Posthorn
@_spi(Generated) import PosthornCrypto
import TestSupport
import Testing

@Suite("Replayed webhooks", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct WebhookReplayTests {
    @Test(arguments: WebhookVector.all.filter { $0.scheme != "query-secret" })
    func refusesCopy(_ vector: WebhookVector) async throws {
        let memory = RecordingMemory()
        let keys = try vector.keys(memory: memory)
        try await vector.event(keys: keys)
        #expect(await vector.refusal(keys: keys)?.code == .replayed)
        #expect(
            memory.lifetimes
                == Array(repeating: vector.scheme == "github" ? nil : .seconds(600), count: 2))
        #expect(memory.ids.allSatisfy { $0.utf8.count < 80 })
    }

    /// A copy may have any one of the signatures.
    @Test(arguments: ["standard-webhooks", "stripe"])
    func refusesCopyWithOneOfTwoSignatures(_ scheme: String) async throws {
        let (one, both) = (
            try WebhookVector.named(scheme), try WebhookVector.named("\(scheme), two keys")
        )
        let keys = try both.keys(memory: RecordingMemory())
        try await both.event(keys: keys)
        #expect(await one.refusal(keys: keys)?.code == .replayed)
    }

    @Test func refusesCopyWithOneOfTwoMessageSignatures() async throws {
        let vector = try WebhookVector.named("http-message-signature")
        let other = try SecretKey.random(id: "other", for: .signatures)
        var signer = MessageSigner(
            key: try SigningKey(other),
            clock: SigningClock { Date(timeIntervalSince1970: vector.time) })
        signer.components += [SignatureComponent("x-shop-event")]
        signer.label = "other"
        var request = vector.request
        try await signer.sign(&request)
        var keys = WebhookKeys.httpMessageSignature([
            try VerifyingKey(
                SecretKey(id: "k", bytes: Data(hex: vector.secrets[0]), for: .signatures)),
            try VerifyingKey(other),
        ])
        keys.memory = RecordingMemory()
        keys.clock = SigningClock { Date(timeIntervalSince1970: vector.time) }
        try await vector.event(request, keys: keys)
        #expect(await vector.refusal(keys: keys)?.code == .replayed)
        #expect(await vector.refusal(request, keys: keys)?.code == .replayed)
    }

    @Test func acceptsOneOfConcurrentCopies() async throws {
        let vector = try WebhookVector.named("stripe")
        let keys = try vector.keys(memory: LocalReplayMemory())
        let codes = await withTaskGroup(of: APIError.Code?.self) { group in
            for _ in 0..<50 { group.addTask { await vector.refusal(keys: keys)?.code } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.count { $0 == .replayed } == 49)
    }

    /// The keys of a process share a memory, also if they are created for each message.
    @Test func sharesMemoryByDefault() async throws {
        let vector = try WebhookVector.named("standard-webhooks")
        func keys() throws -> WebhookKeys {
            var keys = try WebhookKeys.standardWebhooks(vector.secrets[0])
            keys.clock = SigningClock { Date(timeIntervalSince1970: vector.time) }
            return keys
        }
        try await vector.event(keys: keys())
        #expect(await vector.refusal(keys: try keys())?.code == .replayed)
        #expect(try WebhookKeys.github(vector.secrets[0]).memory == nil)
        #expect(try WebhookKeys.querySecret(vector.secrets[0]).memory == nil)
    }

    /// What is refused or can't be read is not remembered, and arrives again.
    @Test func remembersOnlyEventsThatWereRead() async throws {
        let vector = try WebhookVector.named("github, empty object")
        let memory = RecordingMemory()
        let keys = try vector.keys(memory: memory)
        await #expect(throws: APIError.Cause.self) {
            let _: VerifiedEvent<[JSONValue]> = try await keys.event(
                from: vector.request, by: vector.form)
        }
        #expect(await vector.refusal(vector.request.with(body: nil), keys: keys) != nil)
        #expect(memory.ids == [])
        try await vector.event(keys: keys)
        #expect(memory.ids.count == 1)
    }

    @Test func passesFailureOfMemoryOn() async throws {
        let vector = try WebhookVector.named("stripe")
        let refusal = await vector.refusal(keys: try vector.keys(memory: BrokenMemory()))
        #expect(refusal?.code == .openingFailed)
        #expect(refusal?.underlying is BrokenMemory.Failure)
        #expect(refusal?.message == "the memory of webhooks failed with Failure")
        let full = await vector.refusal(keys: try vector.keys(memory: LocalReplayMemory(limit: 0)))
        #expect(full?.message == "the memory of exchanges is full")
    }

    @Test(arguments: [
        ("", "standard"), ("whsec_", "standard"), ("whsec_AAAA", "standard"),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", "standard"), ("whpk_AAAA", "standard"),
        ("whpk_" + Data(count: 33).base64EncodedString(), "standard"), ("", "stripe"),
        ("whsec_short", "stripe"), ("whsec_test_secret_1234567890\n", "stripe"),
        ("short", "github"), ("short", "query"),
    ])
    func refusesUnusableKeys(_ text: String, _ scheme: String) {
        for isPrevious in [false, true] {
            func keys(_ good: String) throws -> WebhookKeys {
                let (first, previous) = isPrevious ? (good, [text]) : (text, [])
                return switch scheme {
                case "standard": try .standardWebhooks(first, previous: previous)
                case "stripe": try .stripe(first, previous: previous)
                case "github": try .github(first, previous: previous)
                default: try .querySecret(first, previous: previous)
                }
            }
            let error = #expect(throws: APIError.Cause.self) {
                try keys("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
            }
            #expect(error?.code == .invalidKey)
            if text.utf8.count > 6 { #expect(error.map { "\($0)".contains(text) } == false) }
        }
    }

    @Test func refusesKeysOfAnotherScheme() async throws {
        let (stripe, github) = (
            try WebhookVector.named("stripe"), try WebhookVector.named("github")
        )
        let refusal = await stripe.refusal(keys: try github.keys())
        #expect(refusal?.code == .invalidKey)
        #expect(
            refusal?.message == "the keys are for the scheme github, and the spec has stripe")
    }
}

/// A memory that lists what it is asked.
final class RecordingMemory: ReplayMemory {
    private let asked = Locked([(id: String, lifetime: Duration?)]())

    var ids: [String] { asked.withLock { $0.map(\.id) } }
    var lifetimes: [Duration?] { asked.withLock { $0.map(\.lifetime) } }

    func remember(_ id: String, for lifetime: Duration?) -> Bool {
        asked.withLock { asked in
            defer { asked.append((id, lifetime)) }
            return !asked.contains { $0.id == id }
        }
    }
}

private struct BrokenMemory: ReplayMemory {
    struct Failure: Error {}

    func remember(_ id: String, for lifetime: Duration?) throws -> Bool { throw Failure() }
}
