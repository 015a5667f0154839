import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// The published suite for HTTP caches, at a real server.
@Suite(.timeLimit(.minutes(2)))
struct CacheVectorTests {
    @Test func theCacheKeepsTheRulesOfThePublishedSuite() async throws {
        let clock = TestClock()
        let vectors = try CacheVector.all()
        #expect(vectors.count == 370)
        let server = try CacheVectorServer(vectors, clock: clock)
        defer { server.stop() }
        var configuration = SessionConfiguration.plain
        configuration.decompresses = false
        var verdicts: [String: CacheVectorRun.Verdict] = [:]
        try await CurlSession.withSession(configuration) { session in
            for vector in vectors where !vector.isForCDN {
                let cache = HTTPCache(
                    impersonalFields: Self.impersonal, clock: { clock.now })
                let run = CacheVectorRun(
                    vector: vector, transport: CachingTransport(session, cache: cache),
                    server: server, clock: clock)
                verdicts[vector.id] = await run.verdict()
            }
        }
        for kind in ["required", "optimal", "check"] {
            let own = vectors.filter { $0.kind == kind && !$0.isForCDN }
            let other = own.filter { verdicts[$0.id] != .passed }
            print("cache-tests: \(kind): \(own.count) run, \(own.count - other.count) passed")
            for vector in other {
                print("  \(kind) \(vector.id): \(verdicts[vector.id].map { "\($0)" } ?? "")")
            }
        }
    }

    /// The fields by which the suite tells its requests and variants apart.
    static let impersonal = Set(
        ["Req-Num", "Foo", "Bar", "Baz", "Abc"].compactMap { HTTPField.Name($0) })
}
