import Foundation
import Posthorn
import Testing

@Suite("Fallback responses")
struct FallbackTests {
    private let lost = TransportError(.connectionLost, "gone")

    private func store(
        _ response: Result<TransportResponse, TransportError>, kept: TransportResponse?,
        asked: Locked<[String]> = Locked([])
    ) -> Store {
        var store = Store(StubTransport(response))
        store.configuration.defaults.fallback = { error in
            asked.withLock { $0.append("\(error.stage) \(error.code.rawValue)") }
            return kept
        }
        return store
    }

    private let kept = TransportResponse.json(#"{"id":7}"#)

    @Test func fallbackResponseIsDecodedAndMarked() async throws {
        let failures: [(Result<TransportResponse, TransportError>, String)] = [
            (.failure(lost), "sending connectionLost"),
            (.success(.json("{}", status: .badGateway)), "validating status.502"),
            (.success(.json("{}")), "decoding decodingFailed"),
            (.success(.json("x", type: "text/html")), "validating unacceptableMediaType"),
        ]
        for (response, reason) in failures {
            let asked = Locked<[String]>([])
            let store = store(response, kept: kept, asked: asked)
            let response = try await store.response(to: Probe(Receipt.self))
            #expect(response.value == Receipt(id: 7))
            #expect(response.isFallback)
            #expect(asked.withLock { $0 } == [reason])
        }
    }

    /// The advice of a refused redirect refers to them.
    @Test(arguments: [TransportError.Code.redirectRefused, .tooManyRedirects, .connectionLost])
    func errorKeepsRedirectsOfTransportError(_ code: TransportError.Code) async {
        var cause = TransportError(code, "planted")
        cause.redirects = [
            RedirectPolicy.Hop(
                method: .get, url: "https://h/a", status: .found, target: "https://h/b")
        ]
        let store = Store(StubTransport(.failure(cause)))
        let error = await #expect(throws: APIError.self) {
            try await store.response(to: Probe(Receipt.self))
        }
        #expect((error?.underlying as? TransportError)?.redirects.map(\.target) == ["https://h/b"])
    }

    @Test func successfulCallDoesNotAskForFallback() async throws {
        let asked = Locked<[String]>([])
        let store = store(.success(.json(#"{"id":1}"#)), kept: kept, asked: asked)
        let response = try await store.response(to: Probe(Receipt.self))
        #expect(response.value == Receipt(id: 1))
        #expect(!response.isFallback)
        #expect(asked.withLock { $0 }.isEmpty)
    }

    /// The call's own error is thrown, never one of the fallback response.
    @Test func undecodableFallbackThrowsOriginalError() async {
        for kept in [
            nil, .json("{}"), .json("<", type: "text/html"), .json("{}", status: .notFound),
        ]
            as [TransportResponse?]
        {
            let error = await #expect(throws: APIError.self) {
                try await store(.failure(lost), kept: kept).send(Probe(Receipt.self))
            }
            #expect(error?.code == .connectionLost)
        }
    }

    @Test func documentedCancelledAndUnsentCallsHaveNoFallback() async {
        let asked = Locked<[String]>([])
        let documented = store(
            .success(.json(#"{"reason":"x"}"#, status: .conflict)), kept: kept, asked: asked)
        await #expect(throws: Buy.Failure.self) { try await documented.send(Buy()) }
        let cancelled = store(
            .failure(TransportError(.cancelled, "c")), kept: kept, asked: asked)
        await #expect(throws: APIError.self) { try await cancelled.send(Probe(Receipt.self)) }
        let unbuilt = Probe(Receipt.self) { $0.header("X-A", "a\n") }
        await #expect(throws: APIError.self) {
            try await store(.failure(lost), kept: kept, asked: asked).send(unbuilt)
        }
        #expect(asked.withLock { $0 }.isEmpty)
    }

    @Test func callSiteFallbackOverridesDefault() async throws {
        let store = store(.failure(lost), kept: kept)
        let mine = try await store.with { $0.fallback = { _ in .json(#"{"id":9}"#) } }
            .send(Probe(Receipt.self))
        #expect(mine == Receipt(id: 9))
        await #expect(throws: APIError.self) {
            try await store.with { $0.fallback = { _ in nil } }.send(Probe(Receipt.self))
        }
    }
}
