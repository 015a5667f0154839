import Foundation
import Posthorn
import PosthornCache
import PosthornTesting
import TestSupport
import Testing

/// Object stores take `a/../b` as the key of an object of its own.
@Suite("Cache of URLs with dot segments", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DotSegmentCacheTests {
    @Test(arguments: ["/a/../b", "/./b", "/b/.", "/b/..", "/a/%2E%2E/b"])
    func pathWithDotSegmentsIsNotThatWithout(_ path: String) async throws {
        let stub = PosthornTesting.StubTransport(
            .on(.get, "/*") { request in
                StubResponse(
                    status: .ok,
                    headers: [.cacheControl: "max-age=60", .contentType: "text/plain"],
                    pieces: [Data(request.url.utf8)])
            })
        let transport = CachingTransport(stub, cache: HTTPCache())
        for target in ["/b", "/b/", "/", path, "/b", "/b/", "/", path] {
            let url = "https://store.test\(target)"
            let response = try await transport.send(TransportRequest(url: url))
            #expect(String(decoding: response.body, as: UTF8.self) == url)
        }
    }

    /// A name that begins with a dot is no dot segment.
    @Test func hiddenFileIsCached() async throws {
        let stub = PosthornTesting.StubTransport(
            .on(.get, "/*") { _ in
                StubResponse(
                    status: .ok, headers: [.cacheControl: "max-age=60"], pieces: [Data("a".utf8)])
            })
        let transport = CachingTransport(stub, cache: HTTPCache())
        for _ in 0..<2 {
            _ = try await transport.send(
                TransportRequest(url: "https://store.test/.well-known/a?b=c"))
        }
        #expect(stub.requests.count == 1)
    }
}
