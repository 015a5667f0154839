import Foundation
import TestSupport
import Testing

@testable import PosthornCore

@Suite("Event stream reconnection", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ReconnectionTests {
    private typealias Connection = ConnectionsTransport.Connection
    private let lost = TransportError(.connectionLost, "gone")

    /// Reads the stream without waiting; returns the values, the delays and the final error.
    private func read(
        _ transport: ConnectionsTransport, attempts: Int? = nil, chance: Double = 0,
        _ spec: @escaping Layer = { _ in }
    ) async throws -> (values: [String], pauses: [Duration], error: APIError?) {
        let pauses = Locked<[Duration]>([])
        var rule = Reconnection(maximumAttempts: attempts)
        rule.chance = { chance }
        rule.wait = { pause in pauses.withLock { $0.append(pause) } }
        var store = Store()
        store.configuration.transport = transport
        var stream = try await store.stream(
            Watch<EventStream<String>> {
                $0.responsePolicy = .raw
                try spec(&$0)
            })
        stream.reconnection = rule
        var values: [String] = []
        do {
            for try await event in stream.events { values.append("\(event.id)|\(event.value)") }
            return (values, pauses.withLock { $0 }, nil)
        } catch {
            return (values, pauses.withLock { $0 }, error)
        }
    }

    @Test func resumesAfterLastEventID() async throws {
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

    @Test func delayStartsAtRetryAndDoublesOnFailure() async throws {
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
                // After `retry: 0` the delay still doubles, and it has a minimum.
                .milliseconds(200),
            ])
    }

    @Test func jitterIsAddedToTheDelay() {
        var rule = Reconnection()
        for (chance, seconds) in [(0.0, 3.0), (0.5, 3.75), (1.0, 4.5)] {
            rule.chance = { chance }
            #expect(rule.pause(failed: 0, retry: nil) == .seconds(seconds))
        }
        rule.chance = { 0 }
        #expect(rule.pause(failed: 100, retry: nil) == .seconds(60))
        #expect(rule.pause(failed: 0, retry: .zero) == .milliseconds(100))
        // The server's delay is the minimum.
        #expect(rule.pause(failed: 3, retry: .seconds(86_400)) == .seconds(86_400))
        #expect(
            rule.pause(failed: 20, retry: .milliseconds(Int.max)) == .seconds(30 * 86_400))
        #expect(rule.pause(failed: 0, retry: nil, retryAfter: .seconds(90)) == .seconds(90))
    }

    @Test func waitsForRetryAfter() async throws {
        let transport = ConnectionsTransport(
            Connection(text: "data: a\n\n"),
            Connection(status: .serviceUnavailable, mediaType: nil, retryAfter: "120"),
            Connection(status: .noContent))
        let result = try await read(transport)
        #expect(result.pauses == [.seconds(3), .seconds(120)])
    }

    @Test func nonIdempotentRequestIsNotSentAgain() async throws {
        let transport = ConnectionsTransport(Connection(text: "data: a\n\n"), Connection())
        let result = try await read(transport) { $0.method(.post, "/watch") }
        #expect(result.values == ["|a"])
        #expect(result.error?.code == .notRepeated)
        #expect(transport.requests.count == 1 && result.pauses == [])
    }

    @Test func reconnectionKeepsTheIdempotencyKey() async throws {
        let transport = ConnectionsTransport(
            Connection(text: "data: a\n\n"), Connection(), Connection(status: .noContent))
        let result = try await read(transport) { request in
            request.method(.post, "/watch")
            request.sendsIdempotencyKey = true
        }
        #expect(result.error == nil)
        let keys = transport.requests.map { $0.headers[.idempotencyKey] }
        #expect(keys.count == 3 && Set(keys).count == 1 && keys[0] != nil)
    }

    @Test func totalTimeoutIncludesAllConnections() async throws {
        let transport = ConnectionsTransport(
            Connection(text: "data: a\n\n"), Connection(text: "retry: 61000\n\n"), Connection())
        let result = try await read(transport) { $0.timeouts.total = .seconds(60) }
        #expect(result.error?.code == .timedOut)
        #expect(transport.requests.count == 2 && result.pauses == [.seconds(3)])
        let limits = transport.requests.compactMap(\.timeouts.total)
        #expect(limits.count == 2 && limits[0] == .seconds(60) && limits[1] < .seconds(60))
        // A timeout of the transport ends the stream if the call has a total timeout.
        let late = ConnectionsTransport(
            Connection(failure: TransportError(.timedOut, "late")), Connection())
        let end = try await read(late) { $0.timeouts.total = .nanoseconds(1) }
        #expect(end.error?.code == .timedOut && late.requests.count == 1)
        // Without a total timeout, the stream reconnects after a timeout.
        let idle = ConnectionsTransport(
            Connection(failure: TransportError(.timedOut, "idle")), Connection(status: .noContent))
        #expect(try await read(idle).error == nil)
    }

    @Test func invalidLastEventIDIsNotSent() async throws {
        let transport = ConnectionsTransport(
            Connection(text: "id:  1 \ndata: a\n\n"), Connection(text: "id: a\u{1}b\ndata: b\n\n"),
            Connection(status: .noContent))
        let result = try await read(transport)
        #expect(result.error == nil && result.values.count == 2)
        #expect(transport.lastEventIDs == [nil, "1", nil])
    }

    private final class Calls: ClientObserver {
        let events = Locked<[(call: Int, text: String)]>([])
        func observe(_ event: CallEvent) {
            let text =
                switch event.kind {
                case .failed: "failed"
                case .streamEnded: "ended"
                case .succeeded: "succeeded"
                default: ""
                }
            if text != "" { events.withLock { $0.append((event.call, text)) } }
        }
    }

    @Test func reconnectionsAreOneObservedCall() async throws {
        let calls = Calls()
        var store = Store()
        store.configuration.observers = [calls]
        store.configuration.transport = ConnectionsTransport(
            Connection(text: "data: a\n\n", failure: lost), Connection(refusal: lost),
            Connection(text: "data: b\n\n"), Connection(status: .notFound))
        var stream = try await store.stream(Watch<EventStream<String>> { $0.responsePolicy = .raw })
        var rule = Reconnection()
        rule.wait = { _ in }
        stream.reconnection = rule
        var iterator = stream.makeAsyncIterator()
        do {
            while try await iterator.next() != nil {}
            Issue.record("it went on")
        } catch {
            #expect(error.code == .notFound)
        }
        let events = calls.events.withLock { $0 }
        #expect(Set(events.map(\.call)).count == 1)
        #expect(events.count { $0.text == "failed" } == 1)
        #expect(events.count { $0.text == "succeeded" } == 2)
    }

    @Test func attemptsCountConsecutiveFailures() async throws {
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
    func permanentErrorEndsReconnection(
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

    @Test func noContentEndsTheStream() async throws {
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

    @Test func documentedFailureOnReconnectThrowsItsStatus() async throws {
        var store = Store()
        store.configuration.transport = ConnectionsTransport(
            Connection(text: ""),
            Connection(
                status: .conflict, text: #"{"reason":"sold out"}"#, mediaType: "application/json"))
        var stream = try await store.stream(Documented())
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

    @Test func cancellingEndsTheDelay() async throws {
        var store = Store()
        store.configuration.transport = ConnectionsTransport(
            Connection(), Connection(text: "data: never\n\n"))
        var rule = Reconnection()
        rule.wait = { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            try Task.checkCancellation()
        }
        var stream = try await store.stream(Watch<EventStream<String>> { $0.responsePolicy = .raw })
        stream.reconnection = rule
        let task = Task { [stream] in
            var iterator = stream.makeAsyncIterator()
            return try await iterator.next()
        }
        let error = await #expect(throws: APIError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func doesNotReconnectByDefault() async throws {
        let transport = ConnectionsTransport(Connection(text: "data: a\n\n"), Connection())
        var store = Store()
        store.configuration.transport = transport
        let stream = try await store.stream(Watch<EventStream<String>> { $0.responsePolicy = .raw })
        var count = 0
        for try await _ in stream { count += 1 }
        #expect(count == 1 && transport.requests.count == 1)
    }
}
