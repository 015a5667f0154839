import Foundation
import TestSupport
import Testing

@testable import PosthornCore
import PosthornCache

/// Unsafe requests remove stored responses.
@Suite("Cache invalidation", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CacheInvalidationTests {
    private static func kept(_ text: String) -> TransportResponse {
        TransportResponse(
            status: .ok, headers: [.cacheControl: "max-age=60"], body: Data(text.utf8),
            bodyIntegrity: .length)
    }

    private static func hop(
        _ method: HTTPRequest.Method, _ path: String, _ status: Int, to target: String
    ) -> RedirectPolicy.Hop {
        RedirectPolicy.Hop(
            method: method, url: "https://h.example" + path,
            status: HTTPResponse.Status(code: status), target: "https://h.example" + target)
    }

    struct Case: Sendable {
        var path = "/list"
        var outcome: Result<TransportResponse, TransportError>
        var isForgotten = true

        init(
            _ path: String = "/list", status: Int, _ hops: [RedirectPolicy.Hop] = [],
            isForgotten: Bool = true
        ) {
            var response = TransportResponse(
                status: HTTPResponse.Status(code: status), headers: [:], bodyIntegrity: .length)
            response.redirects = hops
            (self.path, outcome, self.isForgotten) = (path, .success(response), isForgotten)
        }

        init(
            _ path: String = "/list", lostAfter hops: [RedirectPolicy.Hop], isForgotten: Bool = true
        ) {
            var error = TransportError(.connectionLost, "planted")
            error.redirects = hops
            (self.path, outcome, self.isForgotten) = (path, .failure(error), isForgotten)
        }
    }

    static let cases = [
        Case(status: 201), Case(status: 500, isForgotten: false),
        Case(lostAfter: [], isForgotten: false),
        // The redirect is the response to the POST; the status of its target does not matter.
        Case(status: 200, [hop(.post, "/list", 303, to: "/done")]),
        Case(status: 404, [hop(.post, "/list", 303, to: "/done")]),
        Case(lostAfter: [hop(.post, "/list", 303, to: "/done")]),
        // After 308 the target has changed.
        Case("/old", status: 201, [hop(.post, "/old", 308, to: "/list")]),
        Case("/old", status: 500, [hop(.post, "/old", 308, to: "/list")], isForgotten: false),
        // A GET changes nothing.
        Case("/old", status: 200, [hop(.post, "/old", 303, to: "/list")], isForgotten: false),
    ]

    @Test(arguments: cases, [false, true])
    func unsafeRequestInvalidatesItsURL(_ test: Case, isStream: Bool) async throws {
        let base = StubTransport(
            script: [.success(Self.kept("old")), test.outcome, .success(Self.kept("new"))])
        let transport = CachingTransport(base, cache: HTTPCache())
        let list = TransportRequest(url: "https://h.example/list")
        _ = try await transport.send(list)
        let change = TransportRequest(method: .post, url: "https://h.example" + test.path)
        do {
            if isStream {
                try await transport.stream(change).body.discard()
            } else {
                _ = try await transport.send(change)
            }
        } catch {
            #expect(error.code == .connectionLost)
        }
        let now = try await transport.send(list)
        #expect(now.body == Data((test.isForgotten ? "new" : "old").utf8))
    }

    /// A key that is generated for each call does not identify the caller.
    @Test func idempotencyKeyIsNotPartOfCacheKey() async throws {
        let base = StubTransport(script: [
            .success(Self.kept("first")), .success(Self.kept("second")),
        ])
        let transport = CachingTransport(base, cache: HTTPCache())
        for key in ["a", "b"] {
            var request = TransportRequest(url: "https://h.example/list")
            request.headers[.idempotencyKey] = key
            let response = try await transport.send(request)
            #expect(response.body == Data("first".utf8))
        }
    }
}
