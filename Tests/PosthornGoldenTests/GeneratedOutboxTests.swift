import Foundation
import Posthorn
import PosthornCrypto
import PosthornOutbox
import PosthornTesting
import TestSupport
import Testing

@Suite("Generated: outbox", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedOutboxTests {
    @Test func endpointsOfTheService() {
        #expect(
            OutboxAPI.outboxEndpoints.map { $0.name } == [
                "saveNote", "addNote", "removeNote", "drafts.save",
            ])
        #expect(OutboxAPI.SaveNote(id: "7", text: "").deliveryKey == "7")
        #expect(OutboxAPI.Drafts.Save(id: 7, text: "").deliveryKey == "7")
        #expect(OutboxAPI.AddNote(text: "", book: nil).deliveryKey == nil)
        #expect(!OutboxAPI.AddNote.deadLetterBlocksKey && OutboxAPI.SaveNote.deadLetterBlocksKey)
    }

    /// The stored request is plain; each attempt seals and signs it anew.
    @Test func callIsSealedAndSignedAtItsDelivery() async throws {
        let key = try SecretKey.random(id: "k1")
        let signing = try SecretKey.random(id: "s1")
        let stub = StubTransport(
            .on(.put, "/notes/*", times: 1, response: .status(.serviceUnavailable)),
            .on(.put, "/notes/*", response: .status(.badRequest)))
        let clock = ManualClock()
        var configuration = ClientConfiguration(transport: stub)
        configuration.clock = clock
        let (events, continuation) = AsyncStream.makeStream(of: OutboxEvent.self)
        var options = OutboxOptions()
        options.observer = { continuation.yield($0) }
        options.retry = OutboxRetry(baseDelay: .zero)
        let store = InMemoryStore()
        let outbox = Outbox(
            OutboxAPI(
                configuration, ciphers: .init(partner: try EnvelopeCipher(key: key)),
                signers: .init(device: HMACSigner(key: signing)),
                auth: .init(user: .bearer("token"))), store: store, options: options)
        let receipt = try await outbox.submit(OutboxAPI.SaveNote(id: "1", text: "hello"))
        let run = Task { try await outbox.run() }
        let time = Task {
            while !Task.isCancelled {
                _ = try await clock.nextDelay()
                clock.advance(by: .milliseconds(500))
                await Task.yield()
            }
        }
        for await event in events { if case .dead = event { break } }
        run.cancel()
        time.cancel()
        _ = await run.result
        let requests = stub.requests
        #expect(requests.count == 2 && requests[0].body != requests[1].body)
        #expect(requests.allSatisfy { !$0.text.contains("hello") })
        #expect(requests.allSatisfy { $0.headers[.authorization] == "Bearer token" })
        let entry = try #require(await store.call(receipt.id))
        #expect(entry.state == .dead && entry.reason?.contains("400") == true)
    }
}
