import Foundation
import PosthornKeys
import PosthornRedis
import PosthornSQLite
import PosthornStores
import PosthornTesting
import TestSupport

/// The types of `PosthornStores` and `PosthornSQLite`, and their conformance suite.
enum StoreSamples {
    static func all() async throws -> [Sample] {
        let key = CacheEntry.Key(url: Canary.url, identity: Canary.text)
        let entry = CacheEntry(key: key, variant: Canary.text, bytes: Data(Canary.text.utf8))
        let memory = InMemoryStore()
        _ = await memory.insert(entry, replacing: [], since: 0)
        let lease = Lease(name: Canary.text, fence: 1, value: Data(Canary.text.utf8))
        let rate = SharedRate(interval: .seconds(1), burst: 1)
        let grant = await memory.take(1, of: Canary.text, at: rate, within: .zero)
        let counts = await memory.add([1], to: Canary.text, within: 0...1)
        let error = StoreError(.full, "it is full", advice: "wait", underlying: Leak())
        var samples = [
            Sample(key), Sample(entry), Sample(await memory.snapshot(of: key, newerThan: nil)),
            Sample(memory), Sample(ReportingStore(memory) { _ in }),
            Sample(lease), .open(rate), .open(grant), .open(counts), Sample(error),
            .open(error.code),
            .open(StoreConformance.caches[0]),
        ]
        #if Redis
            samples.append(
                Sample(
                    try RedisStore(
                        host: Canary.word, password: Canary.text, key: .random(id: "store"))))
        #endif
        #if SQLite
            let folder = try TemporaryFolder(for: "mirrors")
            let store = try await SQLiteStore(
                path: folder.path + "/\(Canary.word)", key: .random(id: "store"))
            samples.append(Sample(store))
        #endif
        return samples
    }
}
