import Foundation
import TestSupport
import Testing

import Posthorn
@testable import PosthornCache

/// Removed entries do not return from an earlier lookup.
@Suite("Cache generations", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CacheGenerationTests {
    private let url = "https://host.test/"

    @Test func removalStartsNewGenerationOfItsURL() {
        var generations = CacheGenerations()
        let first = generations.generation(of: url)
        #expect(generations.generation(of: url) == first)
        generations.advance(url)
        let second = generations.generation(of: url)
        #expect(second > first)
        generations.advanceAll()
        #expect(generations.generation(of: url) > second)
        #expect(generations.generation(of: url + "other") > first)
    }

    /// The disk is read before the removal and loaded into memory after it.
    @Test(arguments: [nil, true, false])
    func removedEntryDoesNotReturnFromPendingDiskRead(removesAll: Bool?) async throws {
        let cache = HTTPCache()
        let place = try HTTPURL(url)
        let generation = cache.generation(of: place)
        switch removesAll {
        case true?: await cache.removeAll()
        case false?: await cache.remove(url)
        case nil: break
        }
        let key = CacheKey(
            TransportRequest(url: url), url: place, headers: [:], identity: nil, impersonal: [])
        let response = StoredResponse(
            TransportResponse(
                status: .ok, headers: [.cacheControl: "max-age=60"], body: Data("old".utf8),
                bodyIntegrity: .length), to: [:], sentAt: Date(), receivedAt: Date())
        cache.load([response], for: key, since: generation)
        #expect((cache.memoryBytes > 0) == (removesAll == nil))
    }
}
