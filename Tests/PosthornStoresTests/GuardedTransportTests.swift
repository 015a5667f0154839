import Foundation
import Posthorn
import PosthornCache
import PosthornResilience
import PosthornTesting
import TestSupport
import Testing

/// A rate and a circuit behind a cache.
@Suite("Guarded transport", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GuardedTransportTests {
    private static let url = "https://a.test/"
    private let origin = Locked<(count: Int, error: TransportError?)>((0, nil))

    /// Responds with what may be stored, or with an error.
    private struct Origin: Transport {
        let state: Locked<(count: Int, error: TransportError?)>

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let error = state.withLock { state in
                state.count += 1
                return state.error
            }
            if let error { throw error }
            return TransportResponse(
                status: .ok, headers: [.cacheControl: "max-age=1, stale-if-error=600"],
                body: Data("stored".utf8), bodyIntegrity: .length)
        }
    }

    private func get(
        _ transport: some Transport, _ path: String = ""
    ) async throws -> TransportResponse {
        try await transport.send(TransportRequest(url: Self.url + path))
    }

    @Test func hitsDoNotCount() async throws {
        let limiter = RateLimiter(calls: 2, per: .seconds(3_600))
        let guarded = GuardedTransport(Origin(state: origin), by: limiter)
        let cached = CachingTransport(
            guarded, cache: HTTPCache(clock: { Date(timeIntervalSince1970: 0) }))
        for _ in 0..<10 { _ = try await get(cached) }
        _ = try await get(cached, "2")
        let error = await #expect(throws: TransportError.self) { try await get(cached, "3") }
        #expect(error?.code == .rateLimited && error?.isSafeToRetry == true)
        #expect(error?.advice?.contains("maximumWait") == true)
        #expect(origin.withLock { $0.count } == 2)
    }

    @Test func staleResponseReplacesOpenCircuit() async throws {
        let breaker = CircuitBreaker(.init(minimumCalls: 2))
        let time = Locked(Date(timeIntervalSince1970: 0))
        let cached = CachingTransport(
            GuardedTransport(Origin(state: origin), by: breaker),
            cache: HTTPCache(clock: { time.withLock { $0 } }))
        _ = try await get(cached)
        time.withLock { $0 += 10 }
        origin.withLock { $0.error = TransportError(.cannotConnect, "it is down") }
        for _ in 0..<5 {
            let response = try await get(cached)
            #expect(response.body == Data("stored".utf8))
        }
        // The success and the first failure open the circuit.
        #expect(origin.withLock { $0.count } == 2)
        let error = await #expect(throws: TransportError.self) { try await get(cached, "other") }
        #expect(error?.code == .circuitOpen)
        #expect(
            "\(GuardedTransport(Origin(state: origin), by: breaker))"
                == "CircuitBreaker in front of Origin")
    }

    /// A stream passes with its head, and its body is the caller's.
    @Test func streamsPass() async throws {
        let limiter = RateLimiter(calls: 1, per: .seconds(3_600))
        let guarded = GuardedTransport(Origin(state: origin), by: limiter, CircuitBreaker())
        let stream = try await guarded.stream(TransportRequest(url: Self.url))
        var body = Data()
        for try await piece in stream.body { body += piece }
        #expect(body == Data("stored".utf8) && stream.status == .ok)
        let error = await #expect(throws: TransportError.self) {
            try await guarded.stream(TransportRequest(url: Self.url))
        }
        #expect(error?.code == .rateLimited)
    }

    private struct Failing: CallMiddleware {
        struct Strange: Error {}
        let isAfter: Bool

        func intercept(
            _ request: TransportRequest,
            next: (TransportRequest) async throws -> TransportResponse
        ) async throws -> TransportResponse {
            if isAfter { _ = try await next(request) }
            throw isAfter ? Strange() as any Error : CancellationError()
        }
    }

    @Test(arguments: [
        (false, TransportError.Code.cancelled, true), (true, .middlewareFailed, false),
    ])
    func errorsOfMiddleware(
        _ isAfter: Bool, _ code: TransportError.Code, _ isSafe: Bool
    ) async throws {
        let guarded = GuardedTransport(Origin(state: origin), by: Failing(isAfter: isAfter))
        let error = await #expect(throws: TransportError.self) { try await get(guarded) }
        #expect(error?.code == code && error?.isSafeToRetry == isSafe)
    }
}
