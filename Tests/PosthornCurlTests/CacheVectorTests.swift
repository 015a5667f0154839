import Foundation
import Posthorn
import PosthornCache
import PosthornCurl
import TestSupport
import Testing

/// The published suite for HTTP caches, with a real server.
///
/// All required tests pass except those that are listed here. `optimal` tests describe optional
/// behaviour, and `check` tests differences between caches.
@Suite(.timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct CacheVectorTests {
    @Test func passesThePublishedHTTPCacheTestSuite() async throws {
        let clock = TestClock()
        let vectors = try CacheVector.all()
        #expect(vectors.count == 370)
        let server = try CacheVectorServer(vectors, clock: clock)
        defer { server.stop() }
        var verdicts: [String: CacheVectorRun.Verdict] = [:]
        try await CurlSession.withSession(.plain) { session in
            for vector in vectors where !vector.isForCDN {
                let cache = HTTPCache(
                    impersonalFields: Self.impersonal, clock: { clock.now })
                let run = CacheVectorRun(
                    vector: vector, transport: CachingTransport(session, cache: cache),
                    server: server, clock: clock)
                verdicts[vector.id] = await run.verdict()
            }
        }
        func passed(_ kind: String) -> (count: Int, rest: [CacheVector]) {
            let own = vectors.filter { $0.kind == kind && verdicts[$0.id] != nil }
            let rest = own.filter { verdicts[$0.id] != .passed }
            print("cache-tests: \(own.count) \(kind), \(own.count - rest.count) passed")
            return (own.count - rest.count, rest)
        }
        let required = passed("required")
        for vector in required.rest where Self.leftOut[vector.id] == nil {
            Issue.record("\(vector.id): \(verdicts[vector.id].map { "\($0)" } ?? "")")
        }
        #expect(required.count == 146)
        #expect(Set(required.rest.map(\.id)) == Set(Self.leftOut.keys))
        #expect(passed("optimal").count >= 76)
        _ = passed("check")
    }

    /// The fields by which the suite tells its requests and variants apart.
    private static let impersonal = Set(
        ["Req-Num", "Foo", "Bar", "Baz", "Abc"].compactMap { HTTPField.Name($0) })

    /// Required tests that do not apply to this cache, and why.
    private static let leftOut = [
        "freshness-s-maxage-shared": shared,
        "freshness-max-age-s-maxage-shared-longer": shared,
        "freshness-max-age-s-maxage-shared-longer-reversed": shared,
        "freshness-max-age-s-maxage-shared-longer-multiple": shared,
        "cc-resp-private-shared": shared,
        "stale-while-revalidate-window":
            "begins with a stale response that is given while it is validated",
        "headers-store-Transfer-Encoding": "needs a transfer coding that the session refuses",
    ]
    private static let shared = "for shared caches"
}
