import Foundation
import Posthorn
import PosthornOAuth
import PosthornStores
import PosthornTesting
import TestSupport
import Testing

/// Tokens that several processes renew.
@Suite("Shared tokens", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct SharedTokenStoreTests {
    private let time: ManualClock
    private let store: InMemoryStore

    init() {
        let time = ManualClock()
        let (start, clock) = (ContinuousClock.now, time.now)
        store = InMemoryStore(now: { start + clock.duration(to: time.now) })
        self.time = time
    }

    private func tokens(_ text: String) -> OAuthTokens { OAuthTokens(accessToken: text) }

    @Test func storesAndRemovesTokens() async throws {
        let (one, two) = (SharedTokenStore(store), SharedTokenStore(store))
        #expect(try await one.tokens(for: "a") == nil)
        try await one.store(tokens("1"), for: "a")
        try await one.store(tokens("2"), for: "b")
        #expect(try await two.tokens(for: "a") == tokens("1"))
        try await two.remove("a")
        #expect(try await one.tokens(for: "a") == nil)
        #expect(try await one.tokens(for: "b") == tokens("2"))
    }

    @Test func oneProcessRenewsAtATime() async throws {
        let renewals = Locked(0)
        try await withThrowingTaskGroup(of: OAuthTokens?.self) { group in
            for _ in 0..<20 {
                let process = SharedTokenStore(store)
                group.addTask {
                    try await process.update("a") { stored in
                        if let stored { return stored }
                        try await Task.sleep(for: .milliseconds(20))
                        let number = renewals.withLock { count in
                            count += 1
                            return count
                        }
                        return OAuthTokens(accessToken: "\(number)")
                    }
                }
            }
            for try await found in group { #expect(found == tokens("1")) }
        }
        #expect(renewals.withLock { $0 } == 1)
    }

    /// A process that was paused for longer than its lease uses the newer tokens.
    @Test func pausedProcessUsesNewerTokens() async throws {
        let (paused, other) = (
            SharedTokenStore(store, leaseTime: .seconds(3_600)), SharedTokenStore(store)
        )
        let (began, gate) = (Gate(), Gate())
        async let late = paused.update("a") { _ in
            began.open()
            await gate.opened()
            return OAuthTokens(accessToken: "old")
        }
        await began.opened()
        time.advance(by: .seconds(4_000))
        try await other.store(tokens("new"), for: "a")
        gate.open()
        #expect(try await late == tokens("new"))
        #expect(try await other.tokens(for: "a") == tokens("new"))
    }

    @Test func pausedProcessRemovesNoNewerTokens() async throws {
        let (paused, other) = (
            SharedTokenStore(store, leaseTime: .seconds(3_600)), SharedTokenStore(store)
        )
        try await other.store(tokens("old"), for: "a")
        let (began, gate) = (Gate(), Gate())
        async let late = paused.update("a") { _ in
            began.open()
            await gate.opened()
            return nil
        }
        await began.opened()
        time.advance(by: .seconds(4_000))
        try await other.store(tokens("new"), for: "a")
        gate.open()
        #expect(try await late == tokens("new"))
        #expect(try await other.tokens(for: "a") == tokens("new"))
    }

    /// A store that removes a value, and loses the reply.
    private struct LossyStore: LeaseStore {
        let store: InMemoryStore
        let afterRemoval: @Sendable () async throws -> Void

        func value(of name: String) async -> Data? { await store.value(of: name) }
        func acquire(_ name: String, for duration: Duration) async -> Lease? {
            await store.acquire(name, for: duration)
        }
        func extend(_ lease: Lease, for duration: Duration) async -> Bool {
            await store.extend(lease, for: duration)
        }
        func commit(_ value: Data, under lease: Lease) async -> Bool {
            await store.commit(value, under: lease)
        }
        func release(_ lease: Lease) async { await store.release(lease) }
        func remove(_ name: String) async throws {
            await store.remove(name)
            try await afterRemoval()
            throw StoreError(.unavailable, "the reply is lost")
        }
    }

    @Test(arguments: [nil, "new"]) func removalIsNotRepeated(_ newer: String?) async throws {
        let other = SharedTokenStore(store)
        try await other.store(tokens("old"), for: "a")
        let removals = Locked(0)
        let process = SharedTokenStore(
            LossyStore(store: store) {
                removals.withLock { $0 += 1 }
                if let newer {
                    try await other.store(OAuthTokens(accessToken: newer), for: "a")
                }
            })
        let found = try await process.update("a") { _ in nil }
        #expect(found == newer.map(tokens))
        #expect(try await other.tokens(for: "a") == newer.map(tokens))
        #expect(removals.withLock { $0 } == 1)
    }

    @Test func removedAccountIsNotStoredAgain() async throws {
        let process = SharedTokenStore(store)
        let error = await #expect(throws: OAuthError.self) {
            try await process.update("a") { [store] _ in
                await store.remove("token a")
                return OAuthTokens(accessToken: "canary")
            }
        }
        #expect(error?.reason == .store)
        #expect(try await process.tokens(for: "a") == nil)
    }

    @Test func failedRenewalEndsTheLease() async throws {
        struct Failure: Error {}
        let process = SharedTokenStore(store)
        await #expect(throws: Failure.self) {
            try await process.update("a") { _ in throw Failure() }
        }
        try await process.store(tokens("1"), for: "a")
        #expect(try await process.tokens(for: "a") == tokens("1"))
    }

    @Test func cancelledCallerStoresWhatTheServerSent() async throws {
        let process = SharedTokenStore(store)
        let began = Gate()
        let task = Task {
            try await process.update("a") { _ in
                began.open()
                while !Task.isCancelled { await Task.yield() }
                return OAuthTokens(accessToken: "1")
            }
        }
        await began.opened()
        task.cancel()
        _ = try? await task.value
        #expect(try await process.tokens(for: "a") == tokens("1"))
    }

    @Test func waitsNoLongerThanItsLimit() async throws {
        _ = await store.acquire("token a", for: .seconds(3_600))
        let process = SharedTokenStore(store, waitLimit: .milliseconds(20))
        let error = await #expect(throws: OAuthError.self) {
            try await process.store(tokens("1"), for: "a")
        }
        #expect(error?.message.contains("another process keeps their lease") == true)
    }

    @Test func foreignValueIsAnError() async throws {
        let lease = try #require(await store.acquire("token a", for: .seconds(60)))
        #expect(await store.commit(Data("canary".utf8), under: lease))
        let error = await #expect(throws: OAuthError.self) {
            _ = try await SharedTokenStore(store).tokens(for: "a")
        }
        #expect(error?.reason == .store && !"\(error as Any)".contains("canary"))
    }
}
