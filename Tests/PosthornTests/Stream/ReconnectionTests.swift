import Foundation
import Testing

@testable import Posthorn

@Suite("An event stream that connects again", .timeLimit(.minutes(1)))
struct ReconnectionTests {
    private typealias Connection = ConnectionsTransport.Connection
    private let lost = TransportError(.connectionLost, "gone")

    /// Reads all, without waiting; gives what came, the pauses, and what ended it.
    private func read(
        _ transport: ConnectionsTransport, attempts: Int? = nil, chance: Double = 1
    ) async throws -> (values: [String], pauses: [Duration], error: APIError?) {
        let pauses = Locked<[Duration]>([])
        var rule = Reconnection(attempts: attempts)
        rule.chance = { chance }
        rule.wait = { pause in pauses.withLock { $0.append(pause) } }
        var store = Store()
        store.configuration.transport = transport
        var stream = try await store.send(Watch<EventStream<String>> { $0.response = .raw })
        stream.reconnection = rule
        var values: [String] = []
        do {
            for try await event in stream.events { values.append("\(event.id)|\(event.value)") }
            return (values, pauses.withLock { $0 }, nil)
        } catch {
            return (values, pauses.withLock { $0 }, error)
        }
    }

    @Test func goesOnAfterTheLastEventThatWasRead() async throws {
        let transport = ConnectionsTransport(
            Connection(text: "id: 1\ndata: a\n\nid: 2\ndata: lost"),
            Connection(text: "data: b\n\n", failure: lost),
            Connection(text: "id: 7\ndata: c\n\nid\ndata: d\n\n"),
            Connection(status: .noContent, mediaType: nil))
        let result = try await read(transport)
        #expect(result.values == ["1|a", "1|b", "7|c", "|d"])
        #expect(result.error == nil)
        #expect(transport.lastEventIDs == [nil, "1", "1", nil])
        #expect(transport.requests.allSatisfy { $0.headers[.accept] == "text/event-stream" })
    }

    @Test func thePauseIsTheServersAndGrowsInVain() async throws {
        let transport = ConnectionsTransport(
            Connection(text: "retry: 1000\ndata: a\n\n"), Connection(refusal: lost),
            Connection(refusal: lost), Connection(status: .badGateway, mediaType: "text/html"),
            Connection(text: "data: b\n\n"), Connection(text: "retry: 0\n\n"),
            Connection(status: .noContent))
        let result = try await read(transport)
        #expect(result.values == ["|a", "|b"])
        #expect(
            result.pauses == [
                .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(1),
                // `retry: 0` is no licence to storm: the count has grown, and there is a floor.
                .milliseconds(200),
            ])
    }

    @Test func halfOfThePauseIsLeftToChance() {
        var rule = Reconnection()
        for (chance, seconds) in [(0.0, 1.5), (0.5, 2.25), (1.0, 3.0)] {
            rule.chance = { chance }
            #expect(rule.pause(failed: 0, retry: nil) == .seconds(seconds))
        }
        rule.chance = { 1 }
        #expect(rule.pause(failed: 100, retry: nil) == .seconds(60))
        #expect(rule.pause(failed: 0, retry: .seconds(86_400)) == .seconds(60))
        rule.chance = { 0 }
        #expect(rule.pause(failed: 0, retry: .zero) == .milliseconds(100))
    }

    @Test func attemptsInVainAreCounted() async throws {
        let transport = ConnectionsTransport(
            Connection(text: "data: a\n\n"), Connection(refusal: lost),
            Connection(text: "data: b\n\n"), Connection(refusal: lost), Connection(refusal: lost),
            Connection(text: "data: never\n\n"))
        let result = try await read(transport, attempts: 2)
        #expect(result.values == ["|a", "|b"])
        #expect(result.error?.code == .connectionLost)
        #expect(transport.requests.count == 5)
    }

    @Test(arguments: [
        (HTTPResponse.Status.notFound, "text/event-stream", APIError.Code.notFound),
        (.internalServerError, "text/event-stream", .internalServerError),
        (.ok, "text/html", .unacceptableMediaType),
    ])
    func whatWillNotPassIsNotTriedAgain(
        _ status: HTTPResponse.Status, _ type: String, _ code: APIError.Code
    ) async throws {
        let transport = ConnectionsTransport(
            Connection(text: "data: a\n\n"), Connection(status: status, mediaType: type),
            Connection(text: "data: never\n\n"))
        let result = try await read(transport)
        #expect(result.values == ["|a"])
        #expect(result.error?.code == code)
        #expect(transport.requests.count == 2)
    }

    @Test func aFirstAnswerWithoutContentEndsItToo() async throws {
        let transport = ConnectionsTransport(
            Connection(status: .noContent), Connection(text: "data: never\n\n"))
        let result = try await read(transport)
        #expect(result.values == [] && result.error == nil)
        #expect(transport.requests.count == 1)
    }

    private struct Documented: StreamEndpoint {
        typealias Output = EventStream<String>
        typealias Failure = Buy.Failure
        static let name = "documented"
        func build(_ request: inout RequestBuilder) { request.method(.get, "/") }
    }

    @Test func aDocumentedFailureOfALaterConnectionIsItsStatus() async throws {
        var store = Store()
        store.configuration.transport = ConnectionsTransport(
            Connection(text: ""),
            Connection(
                status: .conflict, text: #"{"reason":"sold out"}"#, mediaType: "application/json"))
        var stream = try await store.send(Documented())
        var rule = Reconnection()
        rule.wait = { _ in }
        stream.reconnection = rule
        var iterator = stream.makeAsyncIterator()
        do {
            _ = try await iterator.next()
            Issue.record("it went on")
        } catch {
            #expect(error.code == .conflict)
            #expect(error.response?.body == Data(#"{"reason":"sold out"}"#.utf8))
        }
    }

    @Test func cancellingEndsThePause() async throws {
        var store = Store()
        store.configuration.transport = ConnectionsTransport(
            Connection(), Connection(text: "data: never\n\n"))
        var rule = Reconnection()
        rule.wait = { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            try Task.checkCancellation()
        }
        var stream = try await store.send(Watch<EventStream<String>> { $0.response = .raw })
        stream.reconnection = rule
        let task = Task { [stream] in
            var iterator = stream.makeAsyncIterator()
            return try await iterator.next()
        }
        let error = await #expect(throws: APIError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func withoutARuleTheStreamEndsWithItsConnection() async throws {
        let transport = ConnectionsTransport(Connection(text: "data: a\n\n"), Connection())
        var store = Store()
        store.configuration.transport = transport
        let stream = try await store.send(Watch<EventStream<String>> { $0.response = .raw })
        var count = 0
        for try await _ in stream { count += 1 }
        #expect(count == 1 && transport.requests.count == 1)
    }
}
