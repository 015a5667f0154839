import Foundation
import Posthorn
@testable import PosthornOutbox
import PosthornTesting
import TestSupport
import Testing

@Suite("Outbox", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct OutboxTests {
    typealias API = NotesAPI

    @Test func receiptHasTheTypedResult() async throws {
        let bench = Bench(
            InMemoryStore(), .on(.put, "/notes/*", response: .json(#"{"version":7}"#)))
        let outbox = try bench.outbox()
        let receipt = try await outbox.submit(API.SaveNote(id: "a b", text: "hello"))
        #expect(bench.stub.requests.isEmpty)
        #expect(try await receipt.state() == .waiting)
        let saved = try await bench.running(outbox) { try await receipt.value() }
        #expect(saved == API.Saved(version: 7))
        let request = try #require(bench.stub.requests.first)
        #expect(request.url == "https://notes.example/notes/a%20b?source=test%20app")
        #expect(request.text == #"{"text":"hello"}"#)
        // Another process reads the result without a request.
        let other = try bench.outbox().receipt(of: API.SaveNote.self, id: receipt.id)
        #expect(try await other.value() == saved)
        #expect(bench.stub.requests.count == 1)
        #expect(try await outbox.summary() == OutboxSummary(delivered: 1))
    }

    @Test func failedCallIsRepeatedWithItsKey() async throws {
        let bench = Bench(
            InMemoryStore(), .on(.post, "/notes", times: 2, response: .status(.serviceUnavailable)),
            .on(.post, "/notes", response: .json(#"{"version":1}"#)))
        let outbox = try bench.outbox()
        let receipt = try await outbox.submit(API.AddNote(book: nil, text: "x"))
        try await bench.running(outbox) {
            for _ in 0..<2 {
                #expect(
                    await bench.events.next(1) == [
                        "failed addNote waiting: the server responded with 503 Service Unavailable"
                    ])
            }
            #expect(await bench.events.next(1) == ["delivered addNote delivered"])
        }
        let keys = bench.stub.requests.map { $0.headers[.init("Idempotency-Key")!] }
        #expect(keys.count == 3 && Set(keys).count == 1 && keys[0] != nil)
        #expect(try await receipt.value() == API.Saved(version: 1))
    }

    @Test func orderOfAKeyIsKept() async throws {
        let bench = Bench(
            InMemoryStore(), .on(.put, "/notes/a", times: 1, response: .status(.badGateway)),
            .on(.put, "/notes/*", response: .json(#"{"version":1}"#)))
        let outbox = try bench.outbox { $0.concurrency = 4 }
        for (id, text) in [("a", "1"), ("a", "2"), ("b", "3"), ("a", "4")] {
            _ = try await outbox.submit(API.SaveNote(id: id, text: text))
        }
        try await bench.running(outbox) {
            let lines = await bench.events.next(2)
            #expect(
                Set(lines) == [
                    "failed saveNote waiting: the server responded with 502 Bad Gateway",
                    "delivered saveNote delivered",
                ])
            _ = await bench.events.next(3)
        }
        let sent = bench.stub.requests.map {
            $0.text.filter(\.isNumber)
        }
        #expect(sent.filter { $0 != "3" } == ["1", "1", "2", "4"])
        #expect(sent.firstIndex(of: "3")! < 3)
    }

    @Test func refusedCallIsADeadLetterThatBlocksItsKey() async throws {
        let store = InMemoryStore()
        let bench = Bench(
            store,
            .on(
                .put, "/notes/a", times: 1, response: .json(#"{"title":"old"}"#, status: .conflict)),
            .on(.put, "/notes/*", response: .json(#"{"version":2}"#)))
        let outbox = try bench.outbox()
        let first = try await outbox.submit(API.SaveNote(id: "a", text: "1"))
        let second = try await outbox.submit(API.SaveNote(id: "a", text: "2"))
        try await bench.running(outbox) {
            let error = await #expect(throws: API.SaveNote.Failure.self) {
                try await first.value()
            }
            guard case .conflict(let failure)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failure == API.Problem(title: "old"))
        }
        #expect(try await outbox.summary().dead == 1)
        #expect(try await second.state() == .waiting)
        #expect(await store.retryCall(first.id, now: bench.wall.now))
        try await bench.running(outbox) {
            let results = try await [first.value(), second.value()]
            #expect(results == [API.Saved(version: 2), API.Saved(version: 2)])
        }
    }

    @Test func deadLetterThatDoesNotBlock() async throws {
        let bench = Bench(
            InMemoryStore(),
            .on(.post, "/notes", times: 1, response: .status(.unprocessableContent)),
            .on(.post, "/notes", response: .json(#"{"version":3}"#)))
        let outbox = try bench.outbox()
        let first = try await outbox.submit(API.AddNote(book: "b", text: "1"))
        let second = try await outbox.submit(API.AddNote(book: "b", text: "2"))
        try await bench.running(outbox) {
            let saved = try await second.value()
            #expect(saved == API.Saved(version: 3))
        }
        #expect(try await first.state() == .dead)
        let error = await #expect(throws: APIError.self) { try await first.value() }
        #expect(error?.code == .status(422))
        #expect(try await bench.store.dropCall(first.id, now: bench.wall.now))
        let gone = await #expect(throws: APIError.self) { try await first.value() }
        #expect(gone?.code == .receiptExpired)
    }

    @Test func credentialIsNotStoredAndFreshForEachAttempt() async throws {
        let store = InMemoryStore()
        var bench = Bench(
            store, .on(.put, "/notes/*", times: 1, response: .status(.serviceUnavailable)),
            .on(.put, "/notes/*", response: .json(#"{"version":1}"#)))
        let tokens = Gated(0)
        bench.token = .bearer {
            tokens.value += 1
            return "canary\(tokens.value)"
        }
        let outbox = try bench.outbox()
        let receipt = try await outbox.submit(API.SaveNote(id: "a", text: "1"))
        let entry = try #require(await store.call(receipt.id))
        #expect(!String(decoding: entry.request, as: UTF8.self).contains("canary"))
        #expect(!"\(entry)".contains("notes"))
        try await bench.running(outbox) {
            _ = await bench.events.next(1)
            _ = await bench.events.next(1)
        }
        #expect(
            bench.stub.requests.map { $0.headers[.authorization] } == [
                "Bearer canary1", "Bearer canary2",
            ])
    }

    /// A signer reads single parameters, which the stored request no longer has as values.
    @Test func signersSeeTheSameParameters() async throws {
        struct Lister: Signer {
            let name = "lister"
            func sign(_ request: inout TransportRequest) throws {
                let all = try request.queryParameters() + request.bodyParameters()
                request.headers[.init("X-All")!] = all.map { "\($0.name)=\($0.value ?? "")" }
                    .joined(separator: "&")
            }
            func verify(_ response: TransportResponse, to request: TransportRequest) {}
        }
        let bench = Bench(
            InMemoryStore(), .on(.put, "/notes/*", response: .json(#"{"version":1}"#)))
        let outbox = try bench.outbox(sign: Lister())
        let call = API.SaveNote(id: "a", text: "ö & 1")
        let receipt = try await outbox.submit(call)
        _ = try await bench.running(outbox) { try await receipt.value() }
        _ = try await outbox.service.send(call)
        let lists = bench.stub.requests.map { $0.headers[.init("X-All")!] }
        #expect(lists == ["source=test app&text=ö & 1", "source=test app&text=ö & 1"])
    }

    @Test func callIsNotDeliveredToAnotherServer() async throws {
        let bench = Bench(InMemoryStore(), .on(nil, "/*", response: .json(#"{"version":1}"#)))
        let receipt = try await bench.outbox().submit(API.SaveNote(id: "a", text: "1"))
        let sandbox = try bench.outbox(at: "https://sandbox.example")
        try await bench.running(sandbox) {
            #expect(
                await bench.events.next(1) == [
                    "failed saveNote waiting: the call was submitted for https://notes.example, "
                        + "and the service calls https://sandbox.example"
                ])
        }
        #expect(bench.stub.requests.isEmpty)
        let outbox = try bench.outbox()
        let again = outbox.receipt(of: API.SaveNote.self, id: receipt.id)
        #expect(
            try await bench.running(outbox) { try await again.value() } == API.Saved(version: 1))
    }

    @Test func cancelledRunGivesItsCallBack() async throws {
        let (arrived, gate) = (Gate(), Gate())
        let bench = Bench(
            InMemoryStore(),
            .on(.put, "/notes/*", times: 1) { _ in
                arrived.open()
                return .json(#"{"version":1}"#).held(by: gate)
            },
            .on(.put, "/notes/*", response: .json(#"{"version":2}"#)))
        let outbox = try bench.outbox()
        let receipt = try await outbox.submit(API.SaveNote(id: "a", text: "1"))
        try await bench.running(outbox) { await arrived.opened() }
        #expect(try await receipt.state() == .waiting)
        // At once, because the claim was given back.
        #expect(
            try await bench.running(outbox) { try await receipt.value() } == API.Saved(version: 2))
    }

    @Test func callOfADeadProcessIsTakenOver() async throws {
        let store = InMemoryStore()
        let bench = Bench(store, .on(.put, "/notes/*", response: .json(#"{"version":1}"#)))
        let outbox = try bench.outbox()
        let receipt = try await outbox.submit(API.SaveNote(id: "a", text: "1"))
        // The process claims the call and dies.
        let dead = await store.claimCalls(
            for: "NotesAPI", limit: 9, lease: .seconds(30), now: bench.wall.now)
        #expect(dead.count == 1)
        bench.advance(by: .seconds(31))
        #expect(
            try await bench.running(outbox) { try await receipt.value() } == API.Saved(version: 1))
        // Its late result changes nothing.
        #expect(
            await !store.settle(
                dead[0], as: .dead(reason: "late", response: nil, at: bench.wall.now))
        )
        #expect(try await receipt.state() == .delivered)
    }

    @Test func clockThatIsSetBack() async throws {
        let bench = Bench(
            InMemoryStore(), .on(.put, "/notes/*", times: 1, response: .status(.badGateway)),
            .on(.put, "/notes/*", response: .json(#"{"version":1}"#)))
        let outbox = try bench.outbox()
        let receipt = try await outbox.submit(API.SaveNote(id: "a", text: "1"))
        try await bench.running(outbox) { _ = await bench.events.next(1) }
        bench.wall.advance(by: -86_400)
        #expect(
            try await bench.running(outbox) { try await receipt.value() } == API.Saved(version: 1))
    }

    @Test func waitEndsBeforeTheDelivery() async throws {
        let bench = Bench(InMemoryStore())
        let receipt = try await bench.outbox().submit(API.SaveNote(id: "a", text: "1"))
        let error = await #expect(throws: API.SaveNote.Failure.self) {
            try await receipt.value(within: .zero)
        }
        #expect(
            error?.description
                == "saveNote failed while sending: the call is not delivered yet; ask the receipt again later"
        )
    }

    @Test func whatAnOutboxRefuses() async throws {
        let bench = Bench(InMemoryStore())
        let outbox = try bench.outbox()
        let repeated = await #expect(throws: APIError.self) {
            try await outbox.submit(API.SendNote())
        }
        #expect(repeated?.code == .notAccepted)
        let full = try Bench(FullStore()).outbox()
        let error = await #expect(throws: APIError.self) {
            try await full.submit(API.SaveNote(id: "a", text: "1"))
        }
        #expect(
            error?.description
                == "saveNote failed while building: the store did not take the call: the disk is full; "
                + "submit it again when the store works")
    }
}

/// A store that takes no call.
private struct FullStore: OutboxStore {
    struct Full: Error, RedactedStringConvertible {
        var description: String { "the disk is full" }
    }

    func add(_ entry: OutboxCall) throws { throw Full() }
    func claimCalls(
        for service: String, limit: Int, lease: Duration, now: Date
    ) -> [OutboxClaim] { [] }
    func extend(_ claim: OutboxClaim, lease: Duration, now: Date) -> Bool { false }
    func settle(_ claim: OutboxClaim, as outcome: OutboxOutcome) -> Bool { false }
    func call(_ id: String) -> OutboxCall? { nil }
    func calls(of service: String?, in state: OutboxCall.State, limit: Int) -> [OutboxCall] {
        []
    }
    func outboxSummary(of service: String) -> OutboxSummary { OutboxSummary() }
    func retryCall(_ id: String, now: Date) -> Bool { false }
    func dropCall(_ id: String, now: Date) -> Bool { false }
    func removeDeliveredCalls(of service: String, before date: Date) {}
}
