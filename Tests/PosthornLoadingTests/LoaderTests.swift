import Foundation
import Posthorn
import PosthornCurl
import PosthornLoading
import PosthornTesting
import TestSupport
import Testing

@Suite("Loads that callers share", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct LoaderTests {
    private let loads = ControlledLoads()

    @Test
    func equalKeysShareOneLoad() async throws {
        let loader = loads.loader()
        let handles = (0..<10).map { _ in loader.load("a") }
        loads.end("a")
        for handle in handles { #expect(try await handle.value == "a") }
        #expect(loads.started == ["a"])
        #expect(loader.activeCount == 0)
    }

    @Test
    func cancelledHandleLeavesOthersAlone() async throws {
        let loader = loads.loader()
        let (first, second) = (loader.load("a"), loader.load("a"))
        try await until { loads.started == ["a"] }
        first.cancel(reason: "scrolled away")
        let error = await #expect(throws: TransportError.self) { try await first.value }
        #expect(error?.code == .cancelled)
        #expect(error.map { "\($0)" }?.contains("scrolled away") == true)
        loads.end("a")
        #expect(try await second.value == "a")
        #expect(loads.cancelled.isEmpty)
    }

    @Test
    func lastHandleCancelsActiveLoad() async throws {
        let loader = loads.loader()
        let handles = [loader.load("a"), loader.load("a")]
        try await until { loads.started == ["a"] }
        for handle in handles { handle.cancel() }
        try await until { loads.cancelled == ["a"] }
        #expect(loader.activeCount == 0)
    }

    @Test
    func lastHandleRemovesWaitingLoad() async {
        let loader = loads.loader(maximumActive: 1)
        let active = loader.load("a")
        let waiting = loader.load("b")
        #expect(loader.waitingCount == 1)
        waiting.cancel()
        #expect(loader.waitingCount == 0)
        #expect(await waiting.errorCode == .cancelled)
        loads.end("a")
        #expect(await active.errorCode == nil)
        #expect(loads.started == ["a"])
    }

    @Test
    func cancelledTaskCancelsItsHandleOnly() async throws {
        let loader = loads.loader()
        let other = loader.load("a")
        let task = Task { try await loader.value(for: "a") }
        try await until { loads.started == ["a"] }
        task.cancel()
        await #expect(throws: TransportError.self) { try await task.value }
        loads.end("a")
        #expect(try await other.value == "a")
    }

    @Test
    func callerIsCancelledByItsId() async {
        let loader = loads.loader()
        let id = UUID()
        let (mine, other) = (loader.load("a", id: id), loader.load("a"))
        #expect(loader.cancel(id, reason: "the cell is reused"))
        #expect(!loader.cancel(id))
        #expect(await mine.errorCode == .cancelled)
        loads.end("a")
        #expect(await other.errorCode == nil)
    }

    @Test
    func callerWithoutAnIdIsCancelledByItsHandleOnly() async {
        let loader = loads.loader()
        let (mine, other) = (loader.load("a"), loader.load("a"))
        #expect(!loader.cancel(UUID()))
        mine.cancel()
        #expect(await mine.errorCode == .cancelled)
        loads.end("a")
        #expect(await other.errorCode == nil)
    }

    @Test
    func suspendingACallerDoesNotHoldTheLoadBack() async throws {
        let loader = loads.loader()
        let (mine, other) = (loader.load("a"), loader.load("a"))
        mine.suspend()
        loads.end("a")
        #expect(try await other.value == "a")
        #expect(try await mine.value == "a")
    }

    @Test
    func errorReachesAllCallersAndIsNotStored() async throws {
        let loader = loads.loader(cache: MemoryCache { $0.utf8.count })
        let handles = [loader.load("a"), loader.load("a")]
        loads.end("a", with: TransportError(.connectionLost, "lost"))
        for handle in handles { #expect(await handle.errorCode == .connectionLost) }
        loads.rearm("a")
        loads.end("a")
        #expect(try await loader.value(for: "a") == "a")
        #expect(loads.started == ["a", "a"])
    }

    @Test
    func atMostTheMaximumIsActive() async throws {
        let loader = loads.loader(maximumActive: 2)
        let handles = "abcde".map { loader.load(String($0)) }
        try await until { loads.started.count == 2 }
        #expect(loader.activeCount == 2)
        #expect(loader.waitingCount == 3)
        #expect("\(loader)" == "loader: 2 active, 3 waiting")
        for key in "abcde" { loads.end(String(key)) }
        for handle in handles { _ = try await handle.value }
        #expect(loader.activeCount == 0)
        #expect(loader.waitingCount == 0)
    }

    @Test(arguments: [
        (false, ["a", "b", "c", "d"]),
        (true, ["a", "d", "c", "b"]),
    ])
    func waitingLoadsStartInOrder(_ startsNewestFirst: Bool, _ expected: [String]) async throws {
        let loader = loads.loader(maximumActive: 1, startsNewestFirst: startsNewestFirst)
        let handles = "abcd".map { loader.load(String($0)) }
        for key in "abcd" { loads.end(String(key)) }
        for handle in handles { _ = try await handle.value }
        #expect(loads.started == expected)
    }

    @Test
    func urgentLoadStartsFirst() async throws {
        let loader = loads.loader(maximumActive: 1)
        let first = loader.load("a")
        let low = loader.load("low", priority: .low)
        let normal = loader.load("normal")
        let raised = loader.load("raised", priority: .low)
        let joined = loader.load("low", priority: .low)
        raised.priority = .high
        #expect(raised.priority == .high)
        for key in ["a", "low", "normal", "raised"] { loads.end(key) }
        for handle in [first, low, normal, raised, joined] { _ = try await handle.value }
        #expect(loads.started == ["a", "raised", "normal", "low"])
    }

    @Test
    func cachedValueIsReturnedWithoutALoad() async throws {
        let cache = MemoryCache<String, String> { $0.utf8.count }
        cache.insert("kept", for: "a")
        let loader = loads.loader(cache: cache)
        let handle = loader.load("a")
        #expect(try await handle.value == "kept")
        #expect(try await loader.value(for: "a") == "kept")
        #expect(loads.started.isEmpty)
    }

    @Test
    func loadThatIgnoresTheCacheReplacesItsValue() async throws {
        let cache = MemoryCache<String, String> { $0.utf8.count }
        cache.insert("old", for: "a")
        let loader = loads.loader(cache: cache)
        let handle = loader.load("a", ignoresCache: true)
        // Another caller does not wait for it.
        #expect(try await loader.load("a").value == "old")
        loads.prefixValues("new ")
        loads.end("a")
        #expect(try await handle.value == "new a")
        #expect(cache.value(for: "a") == "new a")
    }

    @Test
    func prefetchedValueIsInTheCache() async throws {
        let cache = MemoryCache<String, String> { $0.utf8.count }
        let loader = loads.loader(cache: cache)
        loads.end("a")
        loader.prefetch(["a"])
        try await until { cache.count == 1 }
        #expect(try await loader.value(for: "a") == "a")
        #expect(loads.started == ["a"])
    }

    @Test
    func callerJoinsAPrefetch() async throws {
        let loader = loads.loader()
        loader.prefetch(["a"])
        try await until { loads.started == ["a"] }
        let handle = loader.load("a")
        loader.cancelPrefetching(["a"])
        loads.end("a")
        #expect(try await handle.value == "a")
        #expect(loads.started == ["a"])
    }

    @Test
    func waitingCallerPrecedesPrefetches() async throws {
        let loader = loads.loader(maximumActive: 1)
        loader.prefetch(["a", "b"])
        try await until { loads.started == ["a"] }
        let handle = loader.load("urgent")
        loads.end("a")
        loads.end("urgent")
        #expect(try await handle.value == "urgent")
        try await until { loads.started == ["a", "urgent", "b"] }
        loader.cancelPrefetching(["b"])
        try await until { loader.activeCount == 0 }
        #expect(loader.waitingCount == 0)
    }

    @Test
    func handleStaysValidAfterItsLoaderIsReleased() async throws {
        var loader: Loader<String, String>? = loads.loader()
        let handle = loader?.load("a")
        loader = nil
        loads.end("a")
        #expect(try await handle?.value == "a")
    }
}
