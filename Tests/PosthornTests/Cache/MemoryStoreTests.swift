import Foundation
import Testing

import Posthorn
@testable import PosthornCache

@Suite("Memory cache store")
struct MemoryStoreTests {
    private func key(_ number: Int) throws -> CacheKey {
        let url = "http://a.test/\(number + 100)"
        return CacheKey(
            TransportRequest(url: url), url: try HTTPURL(url), headers: [:], identity: nil,
            impersonal: [])
    }

    /// Evicts least recently used entries until 90 % of the capacity is used.
    @Test func evictsLeastRecentlyUsedUntil90PercentFull() throws {
        let response = StoredResponse(
            TransportResponse(
                status: .ok, headers: [.cacheControl: "max-age=60"], body: Data(count: 1000),
                bodyIntegrity: .length), to: [:], sentAt: Date(), receivedAt: Date())
        var one = MemoryStore(capacity: 1 << 20)
        one.insert(response, to: [:], for: try key(0))
        let cost = one.bytes
        var store = MemoryStore(capacity: 30 * cost)
        for number in 0..<30 { store.insert(response, to: [:], for: try key(number)) }
        #expect(store.bytes == store.capacity)
        // The oldest is read, so that the next ones are those that go.
        #expect(store.responses(for: try key(0)).count == 1)
        store.insert(response, to: [:], for: try key(30))
        #expect(store.bytes == 27 * cost)
        let kept = try (0...30).filter { !store.responses(for: try key($0)).isEmpty }
        #expect(kept == [0] + Array(5...30))
    }
}
