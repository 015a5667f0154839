import Foundation
import TestSupport
import Testing

@testable import PosthornCore
@testable import PosthornCache

/// Stale responses of the cache: after the last attempt of a failed call, and during a revalidation.
@Suite("Stale responses", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct StaleResponseTests {
    private static let lost = TransportError(.connectionLost, "gone")

    private static func kept(_ rules: String, id: Int = 7) -> TransportResponse {
        var response = TransportResponse.json(#"{"id":\#(id)}"#)
        response.headers[.cacheControl] = rules
        return response
    }

    /// The names of the events of a call.
    private final class Events: ClientObserver {
        let names = Locked<[String]>([])

        func observe(_ event: CallEvent) {
            let name: String? =
                switch event.kind {
                case .sending: "sending"
                case .retrying: "retrying"
                case .failed(let error): "failed \(error.code)"
                case .documentedFailure: "documented"
                case .succeeded(let response): response.isFallback ? "stale" : "succeeded"
                default: nil
                }
            if let name { names.withLock { $0.append(name) } }
        }
    }

    /// A service with a cache, on a clock that passes without waiting.
    private func store(
        _ stub: StubTransport, _ events: Events = Events()
    ) -> Store {
        var store = Store()
        store.configuration.transport = CachingTransport(stub, cache: HTTPCache())
        store.configuration.observers = [events]
        store.configuration.callClock = RetryTests.Clock().clock
        return store
    }

    @Test func staleResponseIsUsedAfterTheLastAttempt() async throws {
        let stub = StubTransport(
            .success(Self.kept("max-age=0, stale-if-error=60")), .failure(Self.lost),
            .failure(Self.lost), .success(.json("{}", status: .serviceUnavailable)))
        let events = Events()
        let store = store(stub, events)
        let probe = Probe(Receipt.self) { $0.retry = RetryRule(attempts: 3) }
        #expect(try await store.response(to: probe).replacedError == nil)
        events.names.withLock { $0 = [] }

        let stale = try await store.response(to: probe)
        #expect(stale.value == Receipt(id: 7) && stale.isFallback)
        #expect(stale.age == .zero)
        #expect(stale.replacedError?.code == .status(503))
        let attempts = stale.replacedError?.attempts.map(\.error.code)
        #expect(
            attempts
                == [.connectionLost, .connectionLost, .status(503)])
        #expect(stub.requests.count == 4)
        #expect(
            events.names.withLock { $0 } == [
                "sending", "retrying", "sending", "retrying", "sending", "failed status.503",
                "stale",
            ])
    }

    /// Their values differ in each attempt, and must not make each one another caller.
    @Test func fieldsOfAttemptsDoNotSeparateStoredResponses() async throws {
        let stub = StubTransport(
            .success(Self.kept("max-age=0, stale-if-error=60")), .failure(Self.lost))
        let store = store(stub)
        let probe = Probe(Receipt.self) { request in
            request.retry = RetryRule(attempts: 2, attemptHeader: HTTPField.Name("X-Attempt"))
            request.deadlineHeader = "X-Timeout-Ms"
        }
        _ = try await store.send(probe)
        let stale = try await store.response(to: probe)
        #expect(stale.isFallback && stale.replacedError?.attempts.count == 2)
        let name = try #require(HTTPField.Name("X-Attempt"))
        #expect(stub.requests.map { $0.headers[name] } == ["1", "1", "2"])
    }

    /// Middleware that makes another failure of it has the last word.
    @Test func staleResponseReplacesOnlyItsOwnFailure() async throws {
        struct SignedOut: CallMiddleware {
            func intercept(
                _ request: TransportRequest,
                next: (TransportRequest) async throws -> TransportResponse
            ) async throws -> TransportResponse {
                let response = try await next(request)
                guard response.status == .ok else {
                    throw APIError.Cause(.init(rawValue: "signedOut"), "signed out")
                }
                return response
            }
        }
        let stub = StubTransport(
            .success(Self.kept("max-age=0, stale-if-error=60")),
            .success(.json("{}", status: .serviceUnavailable)))
        let store = store(stub).with { $0.middleware = [SignedOut()] }
        _ = try await store.send(Probe(Receipt.self))
        let error = await #expect(throws: APIError.self) {
            try await store.send(Probe(Receipt.self))
        }
        #expect(error?.code.rawValue == "signedOut")
    }

    @Test func retryThatSucceedsDoesNotUseTheStaleResponse() async throws {
        let stub = StubTransport(
            .success(Self.kept("max-age=0, stale-if-error=60")), .failure(Self.lost),
            .success(.json(#"{"id":8}"#)))
        let store = store(stub)
        let probe = Probe(Receipt.self) { $0.retry = RetryRule(attempts: 3) }
        _ = try await store.send(probe)
        let response = try await store.response(to: probe)
        #expect(response.value == Receipt(id: 8))
        #expect(!response.isFallback && response.replacedError == nil)
    }

    /// A certificate that is not trusted must reach the caller, even after an outage.
    @Test func staleResponseOfAnEarlierAttemptReplacesNoOtherFailure() async throws {
        let stub = StubTransport(
            .success(Self.kept("max-age=0, stale-if-error=60")), .failure(Self.lost),
            .failure(TransportError(.untrustedCertificate, "planted")))
        let store = store(stub)
        let probe = Probe(Receipt.self) { $0.retry = RetryRule(attempts: 3) }
        _ = try await store.send(probe)
        let error = await #expect(throws: APIError.self) { try await store.send(probe) }
        #expect(error?.code == .untrustedCertificate)
        #expect(error?.attempts.count == 2)
    }

    /// The cache's response is used before the one of `CallOptions.fallback`, and without a retry rule.
    @Test func staleResponseGoesBeforeTheFallback() async throws {
        let stub = StubTransport(
            .success(Self.kept("max-age=0, stale-if-error=60")), .failure(Self.lost))
        let store = store(stub).with { $0.fallback = { _ in .json(#"{"id":9}"#) } }
        _ = try await store.send(Probe(Receipt.self))
        let response = try await store.response(to: Probe(Receipt.self))
        #expect(response.value == Receipt(id: 7))
        #expect(response.replacedError?.code == .connectionLost)
        #expect(response.replacedError?.attempts.isEmpty == true)
    }

    private struct Things: StreamEndpoint {
        struct Output: StreamDecodable {
            static let mediaTypes: [String] = []
            let response: StreamingResponse

            init(_ response: StreamingResponse) { self.response = response }
        }

        func build(_ request: inout RequestBuilder) throws { request.method(.get, "/things") }
    }

    @Test func staleStreamReplacesAFailure() async throws {
        let stub = StubTransport(
            .success(Self.kept("max-age=0, stale-if-error=60")),
            .success(.json("down", status: .badGateway)))
        let store = store(stub)
        for isFallback in [false, true] {
            let stream = try await store.stream(Things()).response
            var bytes = Data()
            for try await piece in stream.body { bytes += piece }
            #expect(bytes == Data(#"{"id":7}"#.utf8))
            #expect(stream.head.isFallback == isFallback)
            #expect(stream.replacedError?.code == (isFallback ? .status(502) : nil))
        }
    }

    /// A transport that holds back each request after the first until it is released.
    private final class Held: Transport {
        let requests = Locked(0)
        let isReleased = AsyncGate()
        let rules: String

        init(_ rules: String) { self.rules = rules }

        func send(
            _ request: TransportRequest
        ) async throws(TransportError) -> TransportResponse {
            let number = requests.withLock { count in
                count += 1
                return count
            }
            if number > 1 { await isReleased.wait() }
            return StaleResponseTests.kept(rules, id: number)
        }
    }

    /// A gate that all waiting tasks pass once it is open.
    private final class AsyncGate: Sendable {
        private let state = Locked<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>(
            (false, []))

        func wait() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// 100 calls get the stale response while one request is on its way; later calls get its response.
    @Test func staleResponseIsReturnedDuringOneRevalidation() async throws {
        let held = Held("max-age=10, stale-while-revalidate=60")
        let time = Locked(Date())
        var store = Store()
        store.configuration.transport = CachingTransport(
            held, cache: HTTPCache(clock: { time.withLock { $0 } }))
        let service = store
        #expect(try await service.send(Probe(Receipt.self)) == Receipt(id: 1))
        time.withLock { $0 += 30 }
        try await withThrowingTaskGroup(of: APIResponse<Receipt>.self) { group in
            for _ in 0..<100 {
                group.addTask { try await service.response(to: Probe(Receipt.self)) }
            }
            for try await response in group {
                #expect(response.value == Receipt(id: 1))
                #expect(!response.isFallback && response.age == .seconds(30))
                #expect(
                    response.headers[.cacheStatus]
                        == "Posthorn; hit; detail=stale-while-revalidate")
            }
        }
        held.isReleased.open()
        while try await service.send(Probe(Receipt.self)) != Receipt(id: 2) { await Task.yield() }
        #expect(held.requests.withLock { $0 } == 2)
        // After the window, a call waits for the server.
        time.withLock { $0 += 71 }
        #expect(try await service.send(Probe(Receipt.self)) == Receipt(id: 3))
    }

    /// The background request does not belong to the caller: it has no progress.
    @Test func failedRevalidationLeavesTheStaleResponse() async throws {
        let stub = StubTransport(
            .success(Self.kept("max-age=0, stale-while-revalidate=60")), .failure(Self.lost))
        let progress = Locked(0)
        let service = store(stub).with { $0.onProgress = { _ in progress.withLock { $0 += 1 } } }
        _ = try await service.send(Probe(Receipt.self))
        for _ in 0..<3 {
            let count = stub.requests.count
            let response = try await service.response(to: Probe(Receipt.self))
            #expect(response.value == Receipt(id: 7) && response.replacedError == nil)
            // While one revalidation ends, a call starts no other one.
            while stub.requests.count == count {
                await Task.yield()
                #expect(try await service.send(Probe(Receipt.self)) == Receipt(id: 7))
            }
            #expect(stub.requests.last?.options.onProgress == nil)
        }
    }
}
