import Foundation
import Posthorn
import PosthornCache
import PosthornTesting
import TestSupport
import Testing

/// Two caches of two processes over one store.
@Suite("Shared cache", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct SharedCacheTests {
    private let store = InMemoryStore()
    private let url = "https://a.test/"
    /// A whole second, which an entry keeps exactly.
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    /// Responds with the number of the request.
    private final class Origin: Transport {
        private let count = Locked(0)
        let control: String
        let gate: Gate?

        init(_ control: String, gate: Gate? = nil) { (self.control, self.gate) = (control, gate) }

        var requests: Int { count.withLock { $0 } }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number > 1 { await gate?.opened() }
            return TransportResponse(
                status: .ok, headers: [.cacheControl: control, .eTag: "\"\(number)\""],
                body: Data("response \(number)".utf8), bodyIntegrity: .length)
        }
    }

    private func transport(
        _ origin: Origin, identity: String? = "me", store: (any CacheStore)? = nil,
        now: Date = Self.start
    ) -> CachingTransport {
        let cache = HTTPCache(store: store ?? self.store, clock: { now })
        return CachingTransport(origin, cache: cache, identity: identity)
    }

    private func get(_ transport: CachingTransport, _ headers: HTTPFields = [:]) async throws
        -> String
    {
        let response = try await transport.send(TransportRequest(url: url, headers: headers))
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test func responseOfOneProcessServesTheOther() async throws {
        let origin = Origin("max-age=60")
        let headers: HTTPFields = [.authorization: "Bearer 1"]
        #expect(try await get(transport(origin), headers) == "response 1")
        #expect(try await get(transport(origin), [.authorization: "Bearer 2"]) == "response 1")
        #expect(origin.requests == 1)
    }

    @Test func otherIdentitiesGetTheirOwn() async throws {
        let origin = Origin("max-age=60")
        let (one, two) = (transport(origin), transport(origin, identity: "you"))
        let nobody = transport(origin, identity: nil)
        for _ in 0..<2 {
            #expect(try await get(one) == "response 1")
            #expect(try await get(two) == "response 2")
            #expect(try await get(nobody) == "response 3")
        }
    }

    /// Without an identity, a response to a request with a credential stays in the memory of its process.
    @Test func credentialsStayInTheProcess() async throws {
        let origin = Origin("max-age=60")
        let headers: HTTPFields = [.authorization: "Bearer 1"]
        let (one, two) = (transport(origin, identity: nil), transport(origin, identity: nil))
        for _ in 0..<2 {
            #expect(try await get(one, headers) == "response 1")
            #expect(try await get(two, headers) == "response 2")
        }
    }

    @Test func variantsAreKeptApart() async throws {
        let vary = StubTransport([
            .on(
                .get, "/",
                response: .text("response").header(.vary, "Accept-Language")
                    .header(.cacheControl, "max-age=60"))
        ])
        for language in ["en", "de", "en", "de"] {
            let cached = CachingTransport(vary, cache: HTTPCache(store: store))
            _ = try await cached.send(
                TransportRequest(url: url, headers: [.acceptLanguage: language]))
        }
        #expect(vary.requests.count == 2)
    }

    @Test func removalsCountForAllProcesses() async throws {
        let origin = Origin("max-age=60")
        let (one, two) = (transport(origin), transport(origin))
        #expect(try await get(one) == "response 1")
        _ = try await two.send(TransportRequest(method: .post, url: url))
        #expect(try await get(one) == "response 3")
        let cache = HTTPCache(store: store)
        await cache.remove(url)
        #expect(try await get(two) == "response 4")
        await cache.removeAll()
        #expect(try await get(one) == "response 5")
        #expect(try await get(two) == "response 5")
    }

    /// A response to a request from before a removal is not stored after it.
    @Test func lateResponseIsNotStored() async throws {
        let gate = Gate()
        let origin = Origin("max-age=60", gate: gate)
        _ = try await origin.send(TransportRequest(url: url))
        let (one, two) = (transport(origin), HTTPCache(store: store))
        async let late = get(one)
        try await until { origin.requests == 2 }
        await two.removeAll()
        gate.open()
        #expect(try await late == "response 2")
        #expect(try await get(one) == "response 3")
    }

    @Test func oneProcessRevalidates() async throws {
        let gate = Gate()
        let origin = Origin("max-age=1, stale-while-revalidate=60", gate: gate)
        #expect(try await get(transport(origin)) == "response 1")
        let later = Self.start + 10
        let processes = (0..<8).map { _ in transport(origin, now: later) }
        for process in processes + processes { #expect(try await get(process) == "response 1") }
        try await until { origin.requests == 2 }
        // All of them have a response, and their revalidations have begun or were refused.
        for process in processes { #expect(try await get(process) == "response 1") }
        gate.open()
        let last = transport(origin, now: later)
        while try await get(last) != "response 2" { try await Task.sleep(for: .milliseconds(1)) }
        #expect(origin.requests == 2)
    }

    /// A store that leaves out entries which the caller has.
    private final class ConfirmingStore: CacheStore {
        private let store = InMemoryStore()
        private let counts = Locked((changes: 0, returned: 0))

        var returned: Int { counts.withLock { $0.returned } }
        var entryLimit: Int { store.entryLimit }

        func snapshot(of key: CacheEntry.Key, newerThan version: Data?) async -> CacheSnapshot {
            var found = await store.snapshot(of: key, newerThan: nil)
            guard !found.entries.isEmpty else { return found }
            counts.withLock { counts in
                found.version = Data("\(counts.changes)".utf8)
                if found.version == version { found.entries = [] }
                counts.returned += found.entries.count
            }
            return found
        }
        func insert(
            _ entry: CacheEntry, replacing variants: Set<String>, since generation: UInt64
        ) async -> Bool {
            counts.withLock { $0.changes += 1 }
            return await store.insert(entry, replacing: variants, since: generation)
        }
        func remove(_ key: CacheEntry.Key) async { await store.remove(key) }
        func remove(url: String) async { await store.remove(url: url) }
        func removeAll() async { await store.removeAll() }
        func claimRevalidation(of key: CacheEntry.Key, for limit: Duration) async -> Bool {
            await store.claimRevalidation(of: key, for: limit)
        }
        func endRevalidation(of key: CacheEntry.Key) async { await store.endRevalidation(of: key) }
    }

    /// A process reads an entry once, and again only after a change.
    @Test func storeConfirmsCopies() async throws {
        let store = ConfirmingStore()
        let origin = Origin("max-age=60")
        let (one, two) = (transport(origin, store: store), transport(origin, store: store))
        for _ in 0..<5 {
            #expect(try await get(one) == "response 1")
            #expect(try await get(two) == "response 1")
        }
        #expect(store.returned == 2)
        // Another process removes it, and stores a newer one.
        _ = try await two.send(TransportRequest(method: .post, url: url))
        #expect(try await get(two) == "response 3")
        for _ in 0..<5 { #expect(try await get(one) == "response 3") }
        #expect(store.returned == 3)
        await HTTPCache(store: store).removeAll()
        #expect(try await get(one) == "response 4")
        #expect(try await get(two) == "response 4")
    }

    /// Copies have a limit of memory, above which the least recently used ones go.
    @Test func copiesAreLimited() async throws {
        let store = ConfirmingStore()
        let cache = HTTPCache(store: store, memory: 16 << 10)
        let process = CachingTransport(Origin("max-age=60"), cache: cache, identity: "me")
        for _ in 0..<2 {
            for number in 0..<100 {
                _ = try await process.send(TransportRequest(url: "\(url)\(number)"))
                #expect(cache.memoryBytes <= 16 << 10)
            }
        }
        #expect(store.returned == 100)
        _ = try await process.send(TransportRequest(url: "\(url)99"))
        #expect(store.returned == 100 && cache.memoryBytes > 8 << 10)
    }

    /// A store whose every call fails.
    private struct FailingStore: CacheStore {
        let error = StoreError(.unavailable, "the store is away")
        var entryLimit: Int { 1 << 20 }
        func snapshot(of key: CacheEntry.Key, newerThan: Data?) throws -> CacheSnapshot {
            throw error
        }
        func insert(_ entry: CacheEntry, replacing: Set<String>, since: UInt64) throws -> Bool {
            throw error
        }
        func remove(_ key: CacheEntry.Key) throws { throw error }
        func remove(url: String) throws { throw error }
        func removeAll() throws { throw error }
        func claimRevalidation(of key: CacheEntry.Key, for: Duration) throws -> Bool { throw error }
        func endRevalidation(of key: CacheEntry.Key) throws { throw error }
    }

    @Test func callsSucceedWithoutTheStore() async throws {
        let origin = Origin("max-age=60")
        let errors = Locked(0)
        let store = ReportingStore(FailingStore()) { error in
            #expect(error is StoreError)
            errors.withLock { $0 += 1 }
        }
        let process = transport(origin, store: store)
        #expect(try await get(process) == "response 1")
        #expect(try await get(process) == "response 2")
        #expect(errors.withLock { $0 } == 1, "the store is asked again after a second")
        _ = try await process.send(TransportRequest(method: .post, url: url))
        #expect(errors.withLock { $0 } > 1, "a removal is always tried")
    }

    /// Some servers name the credentials in `Vary` of all responses.
    @Test(arguments: [
        ("Authorization", "me", [HTTPField.Name.authorization: "Bearer 1"], true),
        ("Authorization, Cookie", "me", [.authorization: "Bearer 1"], true),
        ("Cookie", "me", [.cookie: "a=1"], false), ("Authorization, Cookie", nil, [:], true),
    ])
    func credentialsInVary(
        _ vary: String, _ identity: String?, _ fields: [HTTPField.Name: String], _ isShared: Bool
    ) async throws {
        let origin = StubTransport([
            .on(
                .get, "/",
                response: .text("response").header(.vary, vary).header(
                    .cacheControl, "max-age=60"))
        ])
        for number in 1...2 {
            var headers: HTTPFields = [:]
            for (name, value) in fields {
                headers[name] = name == .authorization ? "Bearer \(number)" : value
            }
            let process = CachingTransport(
                origin, cache: HTTPCache(store: store), identity: identity)
            _ = try await process.send(TransportRequest(url: url, headers: headers))
        }
        #expect(origin.requests.count == (isShared ? 1 : 2))
    }

    /// What another program wrote under the key, and the response of another URL, serve no call.
    @Test func foreignEntriesServeNoCall() async throws {
        let origin = Origin("max-age=60")
        _ = try await transport(origin).send(TransportRequest(url: url + "other"))
        let other = CacheEntry.Key(url: url + "other", identity: "identity me")
        let stored = try #require(await store.snapshot(of: other, newerThan: nil).entries.first)
        let key = CacheEntry.Key(url: url, identity: "identity me")
        for bytes in [stored.bytes, Data(), Data("PHCACHE2".utf8), stored.bytes.dropLast()] {
            let generation = await store.snapshot(of: key, newerThan: nil).generation
            let entry = CacheEntry(key: key, variant: "", bytes: bytes)
            #expect(await store.insert(entry, replacing: [], since: generation))
            let before = origin.requests
            #expect(try await get(transport(origin)) == "response \(before + 1)")
        }
    }
}
