import Foundation
import TestSupport
import Testing

import Posthorn
@testable import PosthornCache

/// The bytes that open streams collect for a cache.
@Suite("Caching of streams", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CacheStreamTests {
    /// A transport whose streams give pieces without end, or as many as are wanted.
    private struct Source: Transport {
        var piece = 1000
        var pieces = Int.max
        var length: Int?

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            TransportResponse(status: .ok)
        }

        func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
            var headers: HTTPFields = [.cacheControl: "max-age=60"]
            headers[.contentLength] = length.map(String.init)
            return TransportStream(
                status: .ok, headers: headers, bodyIntegrity: .length,
                body: ByteStream(Pieces(piece, pieces)))
        }
    }

    private final class Pieces: ByteStream.Source {
        private let rest: Locked<Int>
        private let size: Int

        init(_ size: Int, _ count: Int) {
            self.size = size
            rest = Locked(count)
        }

        func next() async throws(TransportError) -> Data? {
            rest.withLock { rest in
                guard rest > 0 else { return nil }
                rest -= 1
                return Data(count: size)
            }
        }
    }

    private func request(_ number: Int) -> TransportRequest {
        TransportRequest(url: "http://a.test/\(number)")
    }

    @Test func openStreamsShareTwiceTheEntrySizeLimit() async throws {
        let cache = HTTPCache(memory: 80_000)
        let transport = CachingTransport(Source(), cache: cache)
        do {
            var open: [ByteStream] = []
            for number in 1...20 {
                var iterator = try await transport.stream(request(number)).body.makeAsyncIterator()
                for _ in 1...9 { #expect(try await iterator.next()?.count == 1000) }
                open.append(iterator)
                #expect(cache.collected.withLock { $0 } <= 20_000)
            }
            #expect(cache.collected.withLock { $0 } == 18_000)
        }
        // They were dropped before their end.
        #expect(cache.collected.withLock { $0 } == 0)
        // So there is room for one that comes to its end.
        let short = CachingTransport(Source(pieces: 3), cache: cache)
        for try await _ in try await short.stream(request(1)).body {}
        #expect(cache.memoryBytes > 3000 && cache.collected.withLock { $0 } == 0)
    }

    @Test func streamWithTooLargeContentLengthIsNotCollected() async throws {
        let cache = HTTPCache(memory: 80_000)
        var short = Source(pieces: 3)
        for try await _ in try await CachingTransport(short, cache: cache).stream(request(1)).body {
        }
        #expect(cache.memoryBytes > 3000)
        short.length = 10_001
        var wish = request(1)
        wish.headers[.cacheControl] = "no-cache"
        var pieces = try await CachingTransport(short, cache: cache).stream(wish).body
            .makeAsyncIterator()
        _ = try await pieces.next()
        #expect(cache.collected.withLock { $0 } == 0)
        // The replaced entry is removed all the same.
        #expect(cache.memoryBytes == 0)
    }
}
