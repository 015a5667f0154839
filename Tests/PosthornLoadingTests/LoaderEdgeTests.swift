import Foundation
import PosthornTesting
import TestSupport
import Testing

@testable import PosthornCore
import PosthornCache
@testable import PosthornLoading

@Suite("What callers of a shared load keep apart", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct LoaderEdgeTests {
    private let loads = ControlledLoads()

    @Test
    func waitingLoadHasNoDeadlineOfAnotherCaller() async throws {
        let gate = Gate()
        let stub = StubTransport([
            .on(.get, "/slow", response: StubResponse.text("slow").held(by: gate)),
            .on(.get, "*", response: .text("quick")),
        ])
        let loader = Loader(maximumActive: 1) { (path: String) in
            #expect(CallDeadline.current == nil)
            return try await stub.send(TransportRequest(url: "https://a.example\(path)")).body.count
        }
        let slow = await withCallDeadline(in: .seconds(1000)) { () async in loader.load("/slow") }
        let quick = loader.load("/quick")
        gate.open()
        #expect(try await slow.value == 4)
        #expect(try await quick.value == 5)
    }

    @Test
    func lowHandleDoesNotDemoteACallWithItsOwnPriority() async throws {
        let loader = loads.loader(maximumActive: 1)
        let first = loader.load("first")
        let normal = loader.load("normal")
        let joined = loader.load("normal", priority: .low)
        let low = loader.load("low", priority: .init(rawValue: 8))
        for key in ["first", "normal", "low"] { loads.end(key) }
        for handle in [first, normal, joined, low] { _ = try await handle.value }
        #expect(loads.started == ["first", "normal", "low"])
    }

    @Test
    func progressEndsWithTheLoadOfAClosure() async throws {
        let loader = loads.loader()
        let handle = loader.load("a")
        loads.end("a")
        for await _ in handle.progressUpdates {}
        #expect(try await handle.value == "a")
    }

    @Test
    func progressEndsWhenAWaitingLoadIsCancelled() async {
        let loader = loads.loader(maximumActive: 1)
        let active = loader.load("a")
        let waiting = loader.load("b")
        let updates = waiting.progressUpdates
        waiting.cancel()
        for await _ in updates {}
        loads.end("a")
        #expect(await active.errorCode == nil)
    }

    @Test
    func valueOfALoadThatBeganBeforeARemovalIsNotStored() async throws {
        let cache = MemoryCache<String, String> { $0.utf8.count }
        let loader = loads.loader(cache: cache)
        let handle = loader.load("a")
        cache.removeAll()
        loads.end("a")
        #expect(try await handle.value == "a")
        #expect(cache.count == 0)
    }

    @Test
    func cancelledLoadGivesUpItsPlaceThoughItsCodeContinues() async throws {
        let started = Locked(0)
        let (opened, opener) = AsyncStream.makeStream(of: Void.self)
        let gate = Task { for await _ in opened { return } }
        let loader = Loader(maximumActive: 1) { (_: String) in
            let number = started.withLock {
                $0 += 1
                return $0
            }
            if number == 1 { await gate.value }
            return number
        }
        let first = loader.load("a")
        try await until { started.withLock { $0 } == 1 }
        first.cancel()
        #expect(try await loader.value(for: "a") == 2)
        opener.yield()
        #expect(await first.errorCode == .cancelled)
        #expect(loader.waitingCount == 0 && loader.activeCount == 0)
    }

    @Test
    func endedLoadsRetainNothing() async throws {
        final class Owner: Sendable {}
        var owner: Owner? = Owner()
        weak let weakOwner = owner
        var loader: Loader<String, Int>? = Loader { [owner] (_: String) in owner == nil ? 0 : 1 }
        weak let weakLoader = loader
        owner = nil
        #expect(try await loader?.value(for: "a") == 1)
        loader?.load("b").cancel()
        loader = nil
        try await until { weakLoader == nil && weakOwner == nil }
    }

    @Test
    func cancelAllEndsHandlesAndPrefetches() async throws {
        let loader = loads.loader(maximumActive: 2)
        let handles = [loader.load("a"), loader.load("b"), loader.load("c")]
        loader.prefetch(["d"])
        loader.cancelAll(reason: "signed out")
        for handle in handles { #expect(await handle.errorCode == .cancelled) }
        #expect(loader.activeCount == 0)
        #expect(loader.waitingCount == 0)
        loads.end("e")
        #expect(try await loader.value(for: "e") == "e")
    }

    @Test
    func httpCacheLiesBehindTheMemoryCache() async throws {
        let stub = StubTransport([
            .on(
                nil, "*",
                response: StubResponse(
                    headers: [.cacheControl: "max-age=60"], pieces: [Data("value".utf8)]))
        ])
        let transport = CachingTransport(stub, cache: HTTPCache())
        let cache = MemoryCache<String, Data>(cost: \.count)
        let loader = Loader(cache: cache) { (url: String) in
            CallTask(TransportRequest(url: url), over: transport).map(\.body)
        }
        for _ in 0..<2 {
            #expect(try await loader.value(for: "https://a.example/1") == Data("value".utf8))
            cache.removeAll()
        }
        #expect(stub.requests.count == 1)
    }

    @Test
    func releasedValueMayUseItsLoader() async throws {
        // Its `deinit` cancels a handle of the loader that stored it.
        final class Owner: Sendable {
            let slot: LoadSlot<String, Owner>
            init(_ slot: LoadSlot<String, Owner>) { self.slot = slot }
        }
        let cache = MemoryCache<String, Owner>(capacity: 1) { _ in 1 }
        let parts = Locked<Loader<String, Owner>?>(nil)
        let loader = Loader(cache: cache) { (_: String) in
            let loader = try #require(parts.withLock { $0 })
            return Owner(LoadSlot(loader))
        }
        parts.withLock { $0 = loader }
        for key in ["a", "b", "c"] { _ = try await loader.value(for: key) }
        #expect(cache.count == 1)
        parts.withLock { $0 = nil }
    }
}
